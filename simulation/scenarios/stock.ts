import { releaseByStock } from "@/lib/domain/stock/stock";
import { Agenda } from "../agenda";
import { SimulatedLine } from "../line";
import { type Random, seededRandom } from "../random";
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
  /** Seconds from the last sale until those who wait are told. */
  readonly toldAfterSeconds: number | null;
};

/** A shop as it is, and as it last reported itself. */
type Shop = {
  remaining: number;
  soldOutAtMs: number | null;
  reported: { remaining: number; atMs: number };
  /** When each admitted visitor's stay ends. */
  readonly stays: number[];
};

/**
 * A sale of 1,500 units whose shop reports every ten seconds what is left. Each admitted visitor stays
 * two minutes and buys one to four units or none.
 */
export function simulateStock(options: { readonly seed: number }): ScenarioResult<StockFigures> {
  const random = seededRandom(options.seed);
  const agenda = new Agenda();
  const line = new SimulatedLine(OUTFLOW_PER_MINUTE);
  const shop: Shop = {
    remaining: STOCK,
    soldOutAtMs: null,
    reported: { remaining: STOCK, atMs: 0 },
    stays: [],
  };
  let [after, toldAtMs] = [0, Number.NaN];
  agenda.every(REPORT_MS, () => {
    shop.reported = { remaining: shop.remaining, atMs: agenda.nowMs };
    return Number.isNaN(toldAtMs);
  });
  agenda.every(ASK_MS, () => {
    const { mayAdmit, isSoldOut } = releaseByStock(
      { remaining: shop.reported.remaining, unitsPerAdmission: UNITS_PER_ADMISSION },
      shop.stays.filter((endsAtMs) => endsAtMs > shop.reported.atMs).length,
    );
    if (isSoldOut) toldAtMs = agenda.nowMs;
    for (let count = 0; count < mayAdmit; count += 1) {
      if (line.enterByDraw(line.join(), agenda.nowMs).type !== "admitted") break;
      if (shop.soldOutAtMs !== null) after += 1;
      visit(agenda, shop, random);
    }
    return !isSoldOut;
  });
  agenda.run(3_600_000);
  return judge(shop, line.admitted, after, toldAtMs);
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
  toldAtMs: number,
): ScenarioResult<StockFigures> {
  const toldAfterSeconds = shop.soldOutAtMs === null ? null : (toldAtMs - shop.soldOutAtMs) / 1_000;
  const isSoldOut = shop.remaining === 0;
  return {
    figures: {
      admitted,
      sold: STOCK - shop.remaining,
      leftOver: shop.remaining,
      admittedAfterSoldOut,
      toldAfterSeconds: toldAfterSeconds === null ? null : Math.round(toldAfterSeconds * 10) / 10,
    },
    bars: [
      { figure: "admittedAfterSoldOut", isMet: admittedAfterSoldOut === 0, asks: "0" },
      { figure: "leftOver", isMet: isSoldOut, asks: "0" },
    ],
  };
}
