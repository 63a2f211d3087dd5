import { type FairnessInputs, MINUTE_MS, type OutflowMoment } from "./figures";

/**
 * What the outflow allowed in the 60 seconds that end at a moment: the largest in force within them. Where only samples at the
 * ends of minutes are known, one of the last three was, or something between two of them.
 */
export class OutflowAllowed {
  readonly #samples: FairnessInputs["outflow"];
  readonly #moments: FairnessInputs["inForce"];
  readonly #safetyNet: number;
  /** The last moment at or before the one that was asked for. */
  #momentAt = -1;
  /** The last sample at or before the minute that was asked for. */
  #at = -1;
  #minute = Number.NEGATIVE_INFINITY;
  #allowed: number | null = null;

  constructor({ outflow, inForce, safetyNetPerMinute }: FairnessInputs) {
    this.#samples = outflow;
    this.#moments = inForce;
    this.#safetyNet = safetyNetPerMinute;
  }

  /** Null where there is no sample at all. Moments are asked for in their order. */
  at(ms: number): number | null {
    if (this.#moments !== undefined) return this.#largestWithin(this.#moments, ms);
    const minute = Math.floor(ms / MINUTE_MS);
    if (minute === this.#minute) return this.#allowed;
    this.#minute = minute;
    while ((this.#samples[this.#at + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= minute) this.#at += 1;
    this.#allowed = this.#largestFrom(minute - 2);
    return this.#allowed;
  }

  #largestWithin(moments: readonly OutflowMoment[], ms: number): number | null {
    if (moments.length === 0) return null;
    while ((moments[this.#momentAt + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= ms)
      this.#momentAt += 1;
    let largest = Math.max(1, this.#safetyNet);
    for (let at = this.#momentAt; at >= 0; at -= 1) {
      const [fromMs = 0, perMinute = 0] = moments[at] ?? [];
      largest = Math.max(largest, perMinute);
      if (fromMs <= ms - MINUTE_MS) break;
    }
    return largest;
  }

  #largestFrom(firstMinute: number): number | null {
    let largest = 0;
    let at = this.#at;
    for (; at >= 0; at -= 1) {
      const [minute = 0, perMinute = 0] = this.#samples[at] ?? [];
      largest = Math.max(largest, perMinute);
      // What was sampled before is in force until the next sample.
      if (minute <= firstMinute) break;
    }
    // Before the first sample the first that there is has to do.
    if (at < 0) largest = Math.max(largest, this.#samples[0]?.[1] ?? 0);
    if (this.#samples.length === 0) return null;
    return Math.max(1, largest, this.#safetyNet);
  }
}
