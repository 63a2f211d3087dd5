import { Agenda } from "../agenda";
import { SimulatedLine } from "../line";
import { type Random, seededRandom } from "../random";
import { releaseByStock } from "../stock-report";
import type { ScenarioResult } from "./result";

const OUTFLOW_PER_MINUTE = 600;
const STOCK = 1_500;
const UNITS_PER_ADMISSION = 4;
const REPORT_MS = 10_000;
const ASK_MS = 250;
/** Of those who are let in; the others leave without buying. */
const BUYERS = 0.6;

export type StockFigures = {
  readonly admitted: number;
  readonly sold: number;
  readonly leftOver: number;
  /** Let in after the last unit was sold, whether or not that had been reported. */
  readonly admittedAfterSoldOut: number;
  /** Seconds in which those who wait read that everything is gone while there is something left. */
  readonly toldEarlySeconds: number;
  /** Seconds from the last sale until those who wait are told; 0 where they have read it already. */
  readonly toldAfterSeconds: number | null;
};

type Shop = {
  remaining: number;
  soldOutAtMs: number | null;
  /** When each admitted visitor's stay ends. */
  readonly stays: number[];
};

/** What those who wait could read. */
type Told = { earlyMs: number; atMs: number | null };

/**
 * A sale of 1,500 units whose shop reports every ten seconds for how many more visitors it has something; each
 * admission takes one of them. Each admitted visitor stays two minutes and buys one to four units or none.
 */
export function simulateStock(options: { readonly seed: number }): ScenarioResult<StockFigures> {
  const random = seededRandom(options.seed);
  const agenda = new Agenda();
  const line = new SimulatedLine(OUTFLOW_PER_MINUTE);
  line.setMethod("random");
  const shop: Shop = { remaining: STOCK, soldOutAtMs: null, stays: [] };
  const told: Told = { earlyMs: 0, atMs: null };
  let after = 0;
  const report = () => {
    const staying = shop.stays.filter((endsAtMs) => endsAtMs > agenda.nowMs).length;
    const stock = { remaining: shop.remaining, unitsPerAdmission: UNITS_PER_ADMISSION };
    line.setStock(releaseByStock(stock, staying).mayAdmit, agenda.nowMs);
    return told.atMs === null;
  };
  report();
  agenda.every(REPORT_MS, report);
  agenda.every(ASK_MS, () => {
    while (line.enter([line.join()], agenda.nowMs)[0]?.type === "admitted") {
      if (shop.soldOutAtMs !== null) after += 1;
      visit(agenda, shop, random);
    }
    if (line.stock === 0 && shop.remaining > 0) told.earlyMs += ASK_MS;
    if (line.stock === 0 && shop.remaining === 0) told.atMs = agenda.nowMs;
    return told.atMs === null;
  });
  agenda.run(3_600_000);
  return judge(shop, line.admitted, after, told);
}

/** The visitor buys, or not, at some moment of their stay, and leaves at its end. */
function visit(agenda: Agenda, shop: Shop, random: Random): void {
  const endsAtMs = agenda.nowMs + 120_000;
  shop.stays.push(endsAtMs);
  if (random() >= BUYERS) return;
  const units = 1 + Math.floor(random() * UNITS_PER_ADMISSION);
  agenda.at(agenda.nowMs + random() * 119_000, () => {
    shop.remaining -= Math.min(units, shop.remaining);
    if (shop.remaining === 0) shop.soldOutAtMs ??= agenda.nowMs;
  });
}

function judge(
  shop: Shop,
  admitted: number,
  admittedAfterSoldOut: number,
  told: Told,
): ScenarioResult<StockFigures> {
  const isTold = shop.soldOutAtMs !== null && told.atMs !== null;
  const afterMs = isTold ? (told.atMs ?? 0) - (shop.soldOutAtMs ?? 0) : null;
  return {
    figures: {
      admitted,
      sold: STOCK - shop.remaining,
      leftOver: shop.remaining,
      admittedAfterSoldOut,
      toldEarlySeconds: Math.round(told.earlyMs / 1_000),
      toldAfterSeconds: afterMs === null ? null : Math.round(afterMs / 100) / 10,
    },
    bars: [
      { figure: "admittedAfterSoldOut", isMet: admittedAfterSoldOut === 0, asks: "0" },
      { figure: "leftOver", isMet: shop.remaining === 0, asks: "0" },
    ],
  };
}
