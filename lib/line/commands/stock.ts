import type { Effect } from "../effects";
import { type EventRef, eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import { runStockReport } from "../scripts/stock-report";

/** Units that a visitor has bought in all. */
export type Sale = { readonly queueId: string; readonly units: number };

/** What a site reports of its stock; see `runStockReport`. */
export type StockReport = {
  readonly kind: "units" | "left" | "none" | "";
  readonly units: number;
  readonly sales: readonly Sale[];
};

/** What the line knows of the stock then; null for both where nothing is counted. */
export type StockInForce = {
  readonly lineTimeMs: number;
  /** Units that are not sold. */
  readonly units: number | null;
  /** Those of them that are kept for nobody. */
  readonly left: number | null;
  readonly reserved: number;
  /** Whose sales it has taken. */
  readonly sold: readonly string[];
  readonly effects: readonly Effect[];
};

/** Takes a report of the site's stock. Null without a line. */
export async function reportStock(
  redis: Redis,
  event: EventRef,
  { kind, units, sales }: StockReport,
): Promise<StockInForce | null> {
  const reply = await runStockReport(redis, eventKeys(event), { kind, units, atMs: 0 }, sales);
  if (reply.status !== "OK") return null;
  const { status: _, ...inForce } = reply;
  return inForce;
}
