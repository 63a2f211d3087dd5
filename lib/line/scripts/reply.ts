export type GuardedStatus = "OK" | "LOST" | "RECOVERING" | "LATE" | "RUN" | "SETTINGS" | "DRAWN";

const STATUSES: ReadonlySet<string> = new Set<GuardedStatus>([
  "OK",
  "LOST",
  "RECOVERING",
  "LATE",
  "RUN",
  "SETTINGS",
  "DRAWN",
]);

function isStatus(value: unknown): value is GuardedStatus {
  return typeof value === "string" && STATUSES.has(value);
}

/** A guarded script's reply: its status and what follows. Throws on anything else. */
export function parseGuardedReply(raw: unknown): {
  status: GuardedStatus;
  values: readonly unknown[];
} {
  if (!Array.isArray(raw)) throw new Error("A line script answered something that is not a list.");
  const [status, ...values] = raw;
  if (!isStatus(status)) throw new Error(`A line script answered ${String(status)}.`);
  return { status, values };
}
