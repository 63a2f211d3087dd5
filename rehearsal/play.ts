import { playWhatIf } from "@/simulation/sale/what-if";
import { playLive } from "./live/play-live";
import type { Task, Told } from "./messages";

/** Plays a rehearsal to its end, and tells how far it is. */
export async function play(task: Task, tell: (told: Told) => void): Promise<void> {
  if (task.kind === "live") {
    await playLive(task.scene, (outcome, progress) => tell({ type: "live", progress, outcome }));
    return;
  }
  const endsAtMs = performance.now() + task.budgetMs;
  const outcome = playWhatIf(task.plan, {
    isEnough: () => performance.now() > endsAtMs,
    onProgress: (share) =>
      tell({ type: "what-if", progress: Math.floor(99 * share), outcome: null }),
  });
  tell({ type: "what-if", progress: 100, outcome });
}
