import type { LineField } from "./schema";

/**
 * What limits the slots besides the settings. It belongs to the event: it survives a reset, and comes back after a
 * loss before anybody is let in.
 */
export const LIMIT_FIELDS = [
  "governedOutflow",
  "stock",
  "grants",
  "inletOutflow",
  "inletCap",
  "inletBy",
  "inletEveryMs",
  "inletStartMs",
  "inletEndMs",
  "inletGiven",
] as const satisfies readonly LineField[];

/** Those of them of which an admission takes one. */
export const COUNTED_LIMITS = ["stock", "grants"] as const satisfies readonly LineField[];
