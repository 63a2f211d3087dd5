import type { Redis } from "ioredis";
import { reportStock, type StockInForce, type StockReport } from "@/lib/line/commands/stock";
import type { EventRef } from "@/lib/line/keys";
import type { LineState } from "@/lib/line/scripts/line-state";
import { Unconfirmed } from "./unconfirmed";

/**
 * What sites told this process of their stock, as long as Redis may lose it. After a loss it is reported again
 * in the same order: the same report twice changes nothing, so what a site was told to be known stays so.
 */
export class RecentStockReports {
  private readonly reports = new Unconfirmed<StockReport>();

  get isEmpty(): boolean {
    return this.reports.isEmpty;
  }

  async report(redis: Redis, event: EventRef, report: StockReport): Promise<StockInForce | null> {
    const inForce = await reportStock(redis, event, report);
    if (inForce !== null) this.reports.add(report, inForce.lineTimeMs);
    return inForce;
  }

  /** Takes a state of the line, and reports again what a loss undid. Rejects when that fails. */
  async writeBack(redis: Redis, event: EventRef, state: LineState): Promise<void> {
    if (!this.reports.noteState(state)) return;
    for (const report of this.reports.owed()) await reportStock(redis, event, report);
    this.reports.noteWrittenBack(state.lineTimeMs);
  }
}
