import { type DrawnRun, type PublishedDraw, readPublishedDraw } from "@/lib/line/commands/run-draw";
import type { Redis } from "@/lib/line/redis-client";

const DRAWS_KEPT = 4;

/** Published draws in memory: one that has its file never changes. */
export class DrawMemory {
  private readonly redis: Redis;
  private readonly draws = new Map<string, PublishedDraw>();

  constructor(redis: Redis) {
    this.redis = redis;
  }

  /** What is published of the draw of a run; null when there is nothing. */
  async find(run: DrawnRun): Promise<PublishedDraw | null> {
    const name = `${run.customerId}:${run.eventId}:${run.incarnation}:${run.runId}`;
    const known = this.draws.get(name);
    if (known !== undefined) return known;
    const draw = await readPublishedDraw(this.redis, run);
    if (draw?.file === undefined) return draw;
    if (this.draws.size >= DRAWS_KEPT) this.draws.clear();
    this.draws.set(name, draw);
    return draw;
  }
}
