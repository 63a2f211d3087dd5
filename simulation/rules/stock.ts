import type { StockReport } from "@/lib/line/commands/stock";
import { LUA_CONSTANTS } from "@/lib/line/constants";
import type { Line } from "./line-state";

const { STOCK } = LUA_CONSTANTS;

/** Units that are kept for a visitor, and those that the visitor has bought, until a moment. */
export type Buyer = { readonly reserved: number; readonly sold: number; readonly untilMs: number };

/** Units that all reservations hold together. */
export function reservedIn({ buyers }: Pick<Line, "buyers">): number {
  let sum = 0;
  for (const { reserved } of buyers.values()) sum += reserved;
  return sum;
}

/** Units that nobody has bought and that are kept for nobody. */
function freeUnits(line: Line): number {
  return (line.stock ?? 0) - reservedIn(line);
}

/**
 * Ends the reservations that are over: their units are for sale again where the site reports what was sold,
 * and count as sold where it does not.
 */
export function endReservations(line: Line, nowMs: number): void {
  if (line.stock === null) return;
  for (const [visitor, { reserved, untilMs }] of line.buyers) {
    if (untilMs > nowMs) continue;
    line.buyers.delete(visitor);
    if (!line.salesReported) line.stock -= reserved;
  }
}

/** How many may go in; fewer units than one order may have go to one visitor, alone. */
export function admissionsLeft(line: Line): number {
  if (line.stock === null) return Number.POSITIVE_INFINITY;
  const free = freeUnits(line);
  const whole = Math.max(0, Math.floor(free / line.unitsPerAdmission));
  return whole === 0 && free > 0 && reservedIn(line) === 0 ? 1 : whole;
}

/** Reserves for an admission that `admissionsLeft` has let through. */
export function reserveUnits(line: Line, visitor: string, nowMs: number): void {
  if (line.stock === null) return;
  const reserved = Math.min(line.unitsPerAdmission, freeUnits(line));
  const { sold = 0 } = line.buyers.get(visitor) ?? {};
  line.buyers.set(visitor, { reserved, sold, untilMs: nowMs + line.seatMs });
}

/** The site reports that a visitor has bought so many units in all, which ends the reservation. */
export function noteSale(line: Line, visitor: string, units: number, nowMs: number): void {
  endReservations(line, nowMs);
  if (line.stock === null) return;
  const { sold = 0 } = line.buyers.get(visitor) ?? {};
  line.stock -= units - sold;
  line.buyers.set(visitor, { reserved: 0, sold: units, untilMs: nowMs + STOCK.saleKeptMs });
}

/** The site reports how many units are not sold. */
export function setUnits(line: Line, units: number, nowMs: number): void {
  endReservations({ ...line, stock: line.stock ?? 0 }, nowMs);
  line.salesReported = true;
  line.stock = units;
}

/** The site reports how many units are kept for nobody either. */
function setLeft(line: Line, left: number, nowMs: number): void {
  // Ended by the rule in force until now.
  endReservations({ ...line, stock: line.stock ?? 0 }, nowMs);
  line.salesReported = false;
  line.stock = left + reservedIn(line);
}

/** Reserves for an admission that a loss has undone, as if it had not. */
export function reserveAgain(
  line: Line,
  visitor: string,
  { untilMs, nowMs }: { readonly untilMs: number; readonly nowMs: number },
): void {
  if (line.stock === null || line.buyers.has(visitor) || untilMs <= nowMs) return;
  const free = freeUnits(line);
  const reserved = free > 0 ? Math.min(line.unitsPerAdmission, free) : line.unitsPerAdmission;
  line.buyers.set(visitor, { reserved, sold: 0, untilMs });
}

/** Takes a whole report of the site. */
export function takeReport(line: Line, { kind, units, sales }: StockReport, nowMs: number): void {
  // What is counted begins before the sales, so that none of them is subtracted a second time.
  if (kind === "units" || kind === "left") line.stock ??= units;
  endReservations(line, nowMs);
  for (const sale of sales) noteSale(line, sale.queueId, sale.units, nowMs);
  if (kind === "units") setUnits(line, units, nowMs);
  if (kind === "left") setLeft(line, units, nowMs);
}
