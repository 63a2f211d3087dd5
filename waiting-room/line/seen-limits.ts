import type { Redis } from "ioredis";
import type { EventKeys } from "@/lib/line/keys";
import { runRestoreLimits } from "@/lib/line/scripts/limit";
import type { LineState } from "@/lib/line/scripts/line-state";

/** The newest limits that a process has seen in force. They outlive a loss that undoes them, and a reset. */
export class SeenLimits {
  version = 0;
  private limits = "";
  private atMs = 0;

  /** Takes a state of the line, and puts newer limits into force again that it lacks. Rejects when that fails. */
  async writeBack(redis: Redis, keys: EventKeys, state: LineState): Promise<void> {
    const { limitsVersion, limits, lineTimeMs } = state;
    if (limitsVersion >= this.version) {
      this.version = limitsVersion;
      this.limits = limits;
      this.atMs = lineTimeMs;
      return;
    }
    const { version, atMs } = this;
    await runRestoreLimits(redis, keys, { version, atMs, limits: this.limits });
  }
}
