import type { EventSettings } from "@/lib/domain/event/settings";
import { LIMIT_FIELDS } from "@/lib/line/limit-fields";

/** The fields of a line, as Redis has them. */
export type InheritedLine = Readonly<Record<string, string>>;

/** A loss skips so many numbers. */
const SKIPPED = 1_000_000;

/** What a new event's line can only have from one that had the id before. */
export function inheritedBy(
  line: InheritedLine,
  settings: Pick<EventSettings, "version" | "outflowPerMinute" | "status"> | null,
): string[] {
  const has = (name: string) => (line[name] ?? "") !== "";
  const inherited: string[] = LIMIT_FIELDS.filter((name) => has(name));
  if (Number(line["losses"] ?? 0) > 0) inherited.push("losses");
  if (Number(line["last"] ?? 0) > SKIPPED) inherited.push("last");
  if (settings === null) return inherited;
  if (Number(line["version"] ?? 0) > settings.version) inherited.push("version");
  const isNew = Number(line["version"] ?? 0) === settings.version;
  if (isNew && line["status"] !== settings.status) inherited.push("status");
  if (isNew && Number(line["outflowPerMinute"]) !== settings.outflowPerMinute)
    inherited.push("outflowPerMinute");
  return inherited;
}
