import { type FairnessReport, readFairnessFile } from "@/lib/domain/fairness/report-file";
import {
  type PublishedReportRef,
  readPublishedReport,
} from "@/lib/line/commands/published-reports";
import type { Redis } from "@/lib/line/redis-client";
import { BoundedMemory } from "./bounded-memory";

const KEPT_BYTES = 8 * 1_024 * 1_024;
/** One that was withdrawn is gone after this time. */
const KEPT_MS = 30_000;

/** A published report: its file, byte for byte, and what it says. */
export type HeldReport = { readonly file: string; readonly report: FairnessReport };

type Kept = { readonly held: HeldReport; readonly untilMs: number };

/** Published reports in memory for half a minute, so that many readers cost Redis one question. */
export class ReportMemory {
  private readonly redis: Redis;
  private readonly now: () => number;
  private readonly kept = new BoundedMemory<Kept>(KEPT_BYTES);
  private readonly loading = new Map<string, Promise<HeldReport | null>>();

  constructor(redis: Redis, now: () => number = Date.now) {
    this.redis = redis;
    this.now = now;
  }

  /** Null for a report that is not, or no more, published. Rejects when Redis does not answer. */
  find(customerId: string, ref: PublishedReportRef): Promise<HeldReport | null> {
    const name = `${customerId}:${ref.eventId}:${ref.reportId}`;
    const known = this.kept.get(name);
    if (known !== undefined && known.untilMs > this.now()) return Promise.resolve(known.held);
    const running = this.loading.get(name);
    if (running !== undefined) return running;
    const load = this.load(customerId, ref, name).finally(() => this.loading.delete(name));
    this.loading.set(name, load);
    return load;
  }

  private async load(
    customerId: string,
    ref: PublishedReportRef,
    name: string,
  ): Promise<HeldReport | null> {
    const file = await readPublishedReport(this.redis, customerId, ref);
    const read = file === null ? null : readFairnessFile(file);
    if (file === null || read?.ok !== true) return null;
    const held = { file, report: read.report };
    this.kept.set(name, { held, untilMs: this.now() + KEPT_MS }, file.length);
    return held;
  }
}
