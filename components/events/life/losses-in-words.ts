import { plural } from "@/components/shared/format";
import type { EventLosses } from "@/lib/services/operation/removal/losses";

/** `2 runs with all of their admissions and figures, 20 access codes and 1 draft would be lost.` */
export function lossesInWords(losses: EventLosses): string {
  if (losses.rules.length > 0) {
    return `Used by rules: ${losses.rules.join(", ")}. Delete these rules or choose another event for them first.`;
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
  if (parts.length === 0) return "Permanent. Deletes its settings.";
  const list = new Intl.ListFormat("en-GB", { type: "conjunction" }).format(parts);
  return `Permanent. Deletes its settings, ${list}.`;
}
