const WIRE_ID = /^[a-z0-9]{3,20}$/;

export const WIRE_ID_RULE = "3–20 characters, a–z and 0–9 only.";

/** Paths of the waiting room that a customer id must not shadow. */
const RESERVED_CUSTOMER_IDS: ReadonlySet<string> = new Set([
  "error",
  "errors",
  "draw",
  "report",
  "cancel",
  "status",
  "api",
  "assets",
  "health",
  "metrics",
  "javascriptqueue",
  "line",
  "www",
  "static",
  "docs",
  "staff",
]);

/** True for what may stand as `c` or `e` on the wire: `[a-z0-9]{3,20}`. */
export function isWireId(value: string): boolean {
  return WIRE_ID.test(value);
}

/** True for a wire id that is taken by a path of the waiting room. */
export function isReservedCustomerId(value: string): boolean {
  return RESERVED_CUSTOMER_IDS.has(value);
}
