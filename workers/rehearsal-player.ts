import type { Rehearsal } from "@/lib/db/generated/client";
import type { WhatIfPlan } from "@/lib/domain/rehearsal/what-if";
import type { Logger } from "@/lib/platform/observability/logger";
import { liveSceneOf } from "@/lib/services/operation/rehearsal/live-scene";
import {
  type Ending,
  endRehearsal,
  noteProgress,
} from "@/lib/services/operation/rehearsal/note-progress";
import { stored } from "@/lib/services/operation/rehearsal/rehearsal-view";
import type { Task, Told } from "@/rehearsal/messages";
import { type PlayingThread, startThread as realThread } from "@/rehearsal/start-thread";

const BEAT_MS = 1_000;
/** A what-if takes no further runs after so long, and is ended when a single one takes longer still. */
const BUDGET_MS = 60_000;
const LONGEST_MS = 180_000;
/** Of a live one, beyond its minutes. */
const LATE_MS = 60_000;

type Playing = { readonly end: (reason: "given-back") => Promise<void> };

/**
 * Plays rehearsals in threads of their own beside the jobs of a worker: bounded in memory and time, ended within two
 * seconds after somebody stopped them, and given back when the worker closes.
 */
export class RehearsalPlayer {
  isClosing = false;
  private readonly playing = new Map<string, Playing>();
  private readonly log: Logger;
  private readonly startThread: typeof realThread;

  constructor(log: Logger, startThread: typeof realThread = realThread) {
    this.log = log;
    this.startThread = startThread;
  }

  /** Begins a rehearsal that this worker has claimed. */
  begin(rehearsal: Rehearsal): void {
    const { id } = rehearsal;
    void this.play(rehearsal)
      .catch((error: unknown) => this.fail(id, error))
      .finally(() => this.playing.delete(id));
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all([...this.playing.values()].map(({ end }) => end("given-back")));
  }

  private async play(rehearsal: Rehearsal): Promise<void> {
    const { id } = rehearsal;
    const task = await taskOf(rehearsal);
    const mostMs = task.kind === "live" ? task.scene.plan.minutes * 60_000 + LATE_MS : LONGEST_MS;
    let last: Told | null = null;
    let told = Promise.resolve();
    let early: Ending["state"] | null = null;
    const thread = this.startThread(task, (heard) => {
      last = heard;
    });
    const endEarly = async (why: Ending["state"]) => {
      early ??= why;
      await thread.stop();
      await ended;
    };
    const beat = setInterval(() => {
      told = told.then(async () => {
        const goesOn = await noteProgress(id, {
          progress: last?.progress ?? 0,
          outcome: last?.outcome ?? null,
        });
        if (!goesOn) void endEarly("stopped");
      });
      // A beat that is missed is made up for by the next one.
      told = told.catch(() => undefined);
    }, BEAT_MS);
    const limit = setTimeout(() => void endEarly("failed"), mostMs);
    const ended = this.conclude(id, thread, () => {
      clearInterval(beat);
      clearTimeout(limit);
      return told.then(() => ({ early, last }));
    });
    this.playing.set(id, { end: endEarly });
    await ended;
  }

  private async conclude(
    id: string,
    thread: PlayingThread,
    close: () => Promise<{ readonly early: Ending["state"] | null; readonly last: Told | null }>,
  ): Promise<void> {
    let failure: unknown = null;
    await thread.ended.catch((error: unknown) => {
      failure = error;
    });
    const { early, last } = await close();
    if (failure !== null && early === null) throw failure;
    await endRehearsal(id, endingOf(early, last));
  }

  private async fail(id: string, error: unknown): Promise<void> {
    this.log.error({ error, rehearsal: id }, "A rehearsal failed.");
    const problem = isTooLarge(error)
      ? "The rehearsal ran out of memory. Try fewer visitors or a shorter time."
      : "The rehearsal failed. See the worker's log.";
    await endRehearsal(id, { state: "failed", problem }).catch(() => undefined);
  }
}

async function taskOf(rehearsal: Rehearsal): Promise<Task> {
  if (rehearsal.kind === "live") return { kind: "live", scene: await liveSceneOf(rehearsal) };
  return {
    kind: "what-if",
    plan: stored<WhatIfPlan>(rehearsal.plan),
    budgetMs: BUDGET_MS,
  };
}

function endingOf(early: Ending["state"] | null, last: Told | null): Ending {
  const outcome = last?.outcome ?? null;
  if (early === "given-back") return { state: "given-back" };
  if (early === "stopped") return { state: "stopped", outcome };
  if (early === "failed" || outcome === null) {
    return {
      state: "failed",
      problem: "The rehearsal took too long. Try fewer visitors or a shorter time.",
    };
  }
  return { state: "done", outcome };
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
