import { plural } from "@/components/shared/format";
import type { EventLosses } from "@/lib/services/event/losses";

/** `2 runs with all of their admissions and figures, 20 access codes and 1 draft would be lost.` */
export function lossesInWords(losses: EventLosses): string {
  if (losses.rules.length > 0) {
    return `Rules lead here: ${losses.rules.join(", ")}. Delete them or choose another event there first.`;
  }
  const parts = [
    losses.runs > 0
      ? `${plural(losses.runs, "run")}${losses.hasAdmissions ? " with all admissions and figures" : ""}`
      : "",
    losses.accessCodes > 0 ? plural(losses.accessCodes, "access code") : "",
    losses.staffLinks > 0 ? plural(losses.staffLinks, "staff link") : "",
    losses.secrets > 0 ? plural(losses.secrets, "secret") : "",
    losses.drafts > 0 ? plural(losses.drafts, "draft") : "",
  ].filter(Boolean);
  if (parts.length === 0) return "For good. Only its settings would be lost.";
  const list = new Intl.ListFormat("en-GB", { type: "conjunction" }).format(parts);
  return `For good: its settings, ${list} would be lost.`;
}
