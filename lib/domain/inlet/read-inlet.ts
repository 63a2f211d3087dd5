import type { Inlet } from "./inlet";

const MOST = 1_000_000_000;

/** Reads an inlet that a site sent as JSON; undefined for whatever is none. Null takes it away. */
export function readInlet(value: unknown): Inlet | null | undefined {
  if (value === null) return null;
  if (typeof value !== "object" || value === undefined) return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  switch (fields["type"]) {
    case "fixed-rate":
      return isCount(fields["perMinute"], 1)
        ? { type: "fixed-rate", perMinute: fields["perMinute"] }
        : undefined;
    case "max-active":
      return isCount(fields["maxActive"], 1)
        ? { type: "max-active", maxActive: fields["maxActive"] }
        : undefined;
    case "periodic":
      return readPeriodic(fields);
    case "custom":
      return { type: "custom" };
    default:
      return undefined;
  }
}

function readPeriodic(fields: Readonly<Record<string, unknown>>): Inlet | undefined {
  const { incrementBy, intervalSeconds, startAtMs, endAtMs = null } = fields;
  const isWhole = isCount(incrementBy, 1) && isCount(intervalSeconds, 1);
  if (!isWhole || !isMoment(startAtMs)) return undefined;
  if (endAtMs !== null && !(isMoment(endAtMs) && endAtMs > startAtMs)) return undefined;
  return { type: "periodic", incrementBy, intervalSeconds, startAtMs, endAtMs };
}

function isCount(value: unknown, least: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= MOST;
}

function isMoment(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
