import type { Guarantee, Mutation } from "./mutation";
import { BYPASS } from "./rows/bypass";
import { CAP } from "./rows/cap";
import { FLOW } from "./rows/flow";
import { KEPT } from "./rows/kept";
import { NUMBERS } from "./rows/numbers";
import { ONCE } from "./rows/once";
import { ORDER_OF_ENTRY } from "./rows/order";
import { TENANTS } from "./rows/tenants";

/** The tables of docs/guarantees.md, in their order. */
export const GUARANTEES: readonly Guarantee[] = [
  CAP,
  NUMBERS,
  ORDER_OF_ENTRY,
  KEPT,
  ONCE,
  FLOW,
  BYPASS,
  TENANTS,
];

export const ROWS: readonly Mutation[] = GUARANTEES.flatMap(({ rows }) => rows);
