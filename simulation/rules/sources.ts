import type { SourceLimit } from "@/lib/domain/join-limit/join-limit";

const SLOT_MS = 30_000;

/** Somebody who joins: by which sources, as names, and with which limits. */
export type SourcedJoin = {
  readonly sources: readonly { readonly name: string; readonly limit: SourceLimit }[];
  readonly isProven: boolean;
  readonly marks: number;
};

/** What becomes of it: the marks of the place, or how far over a limit it is. */
export type SourcedOutcome =
  | { readonly type: "joined"; readonly marks: number }
  | { readonly type: "busy"; readonly load: number; readonly isFinal: boolean };

/** Joins by source, as `sources.lua` counts them exactly. */
export class SourceCounts {
  private readonly slots = new Map<string, number[]>();

  join({ sources, isProven, marks }: SourcedJoin, nowMs: number): SourcedOutcome {
    const slot = Math.floor(nowMs / SLOT_MS);
    let [load, final, all] = [0, 0, marks];
    for (const { name, limit } of sources) {
      const over = this.loadOf(name, limit, slot);
      if (over === 0) continue;
      all |= limit.mark ?? 0;
      const { beyond = "challenge" } = limit;
      if (beyond === "challenge" && !isProven) load = Math.max(load, over);
      if (beyond === "refuse") final = Math.max(final, over);
    }
    if (Math.max(load, final) > 0)
      return { type: "busy", load: Math.max(load, final), isFinal: final > 0 };
    for (const { name } of sources) this.slots.set(name, [...(this.slots.get(name) ?? []), slot]);
    return { type: "joined", marks: all };
  }

  private loadOf(name: string, { perMinute, perRun }: SourceLimit, slot: number): number {
    const joins = this.slots.get(name) ?? [];
    const recent = joins.filter((joined) => slot - joined < 3).length;
    const minute = perMinute === null || recent < perMinute ? 0 : Math.floor(recent / perMinute);
    const run = perRun === null || joins.length < perRun ? 0 : Math.floor(joins.length / perRun);
    return Math.max(minute, run);
  }
}
