import { randomBytes } from "node:crypto";
import { type Health, type HealthCode, healthOf } from "@/lib/health/health";
import type { PostgresPulse } from "@/lib/health/postgres-pulse";
import { type RedisPulse, startRedisPulse } from "@/lib/health/redis-pulse";
import { noteTick } from "@/lib/line/commands/presence";
import type { Redis } from "@/lib/line/redis-client";
import { VERSION } from "@/lib/platform/version";
import { createJobWatch, type JobWatch } from "./watch-jobs";

const TICK_TOLD_MS = 1_000;

/** Watches over one worker process, from before its jobs start until it ends. */
export class WorkerHealth {
  private readonly postgres: PostgresPulse;
  private redisPulse: RedisPulse | null = null;
  private redis: Redis | null = null;
  private isRunning = false;
  private isDraining = false;
  private cannotOpen = false;
  private readonly dangers = new Set<string>();
  private tickToldAtMs = Number.NEGATIVE_INFINITY;
  readonly jobs: JobWatch;

  constructor(postgres: PostgresPulse, stuckMs?: number) {
    this.postgres = postgres;
    this.jobs = createJobWatch(() => this.noteTick(), stuckMs);
  }

  /** From here on Redis is watched, over a connection that fails at once. `own` says whose it has to be. */
  watchRedis(
    redis: Redis,
    own: { readonly tags?: readonly string[]; readonly onForeign?: () => void } = {},
  ): void {
    this.redis = redis;
    const id = randomBytes(6).toString("hex");
    const health = () => this.health();
    const watches = { watchesAudit: true, ...own };
    this.redisPulse = startRedisPulse(redis, { id, version: VERSION, health, ...watches });
  }

  /** Whether something in Postgres cannot be opened with the keys of this process. */
  noteCannotOpen(isSo: boolean): void {
    this.cannotOpen = isSo;
  }

  noteRunning(): void {
    this.isRunning = true;
  }

  /** It ends: what is at work is finished, and nothing new begun. */
  noteDraining(): void {
    this.isDraining = true;
  }

  noteDanger(code: string): void {
    this.dangers.add(code);
  }

  noteSafe(code: string): void {
    this.dangers.delete(code);
  }

  /** How this process is; from memory, at once. */
  health(): Health {
    const codes: HealthCode[] = this.isRunning ? [] : ["process.starting"];
    if (this.isDraining) codes.push("process.draining");
    codes.push(...(this.redisPulse?.codes() ?? []), ...this.postgres.codes());
    if (this.dangers.size > 0) codes.push("redis.unsafe");
    if (this.cannotOpen) codes.push("keys.cannot-open");
    if (this.jobs.isStuck()) codes.push("worker.job-stuck");
    return healthOf("worker", codes);
  }

  async stop(): Promise<void> {
    await Promise.all([this.redisPulse?.stop(), this.postgres.stop()]);
  }

  private noteTick(): void {
    const { redis, redisPulse } = this;
    const nowMs = performance.now();
    if (redis === null || redisPulse === null || nowMs - this.tickToldAtMs < TICK_TOLD_MS) return;
    this.tickToldAtMs = nowMs;
    // The next tick tells it again.
    noteTick(redis, redisPulse.redisNowMs()).catch(() => undefined);
  }
}
