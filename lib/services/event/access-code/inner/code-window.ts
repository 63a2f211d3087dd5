import { readLocalTime } from "@/lib/domain/schedule/event-times";
import { type FieldErrors, ServiceError } from "@/lib/services/ground/errors";

type LocalWindow = { readonly fromLocal: string | null; readonly untilLocal: string | null };

/** When codes are good; null for no bound. */
export type CodeWindow = { readonly validFrom: Date | null; readonly validUntil: Date | null };

/** The instants of a window in the event's time zone. Throws `invalid` with every field that is wrong. */
export function codeWindow(local: LocalWindow, timeZone: string): CodeWindow {
  const fields: Record<string, string> = {};
  const read = (field: keyof LocalWindow): Date | null => {
    const text = local[field];
    if (text === null) return null;
    const result = readLocalTime(text, timeZone);
    if (typeof result === "number") return new Date(result);
    fields[field] = result.reason;
    return null;
  };
  const window = { validFrom: read("fromLocal"), validUntil: read("untilLocal") };
  const { validFrom, validUntil } = window;
  if (validFrom !== null && validUntil !== null && validUntil <= validFrom) {
    fields["untilLocal"] = "The end must be after the start.";
  }
  refuse(fields);
  return window;
}

function refuse(fields: FieldErrors): void {
  const [first] = Object.values(fields);
  if (first !== undefined) throw new ServiceError("invalid", first, { fields });
}

/** A window as the audit log keeps it. */
export function windowDetails({ validFrom, validUntil }: CodeWindow) {
  return {
    validFrom: validFrom?.toISOString() ?? null,
    validUntil: validUntil?.toISOString() ?? null,
  };
}
