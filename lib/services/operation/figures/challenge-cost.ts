import { type ChallengeCost, challengeCost } from "@/lib/domain/challenge/challenge-counts";
import { readSteps } from "./list";

const MINUTE_MS = 60_000;
/** What is shown beside the live figures. */
const SHOWN_MINUTES = 60;
/** Who was challenged so shortly ago may still be solving, and is not stored yet. */
const AT_IT_MINUTES = 3;

/** What challenges cost people at an event in the last hour, as far as it is stored: what happened just now is on its way. */
export async function lastHourOfChallenges(
  event: { readonly id: string },
  nowMs: number,
): Promise<ChallengeCost> {
  const steps = await readSteps(event, {
    fromMs: nowMs - SHOWN_MINUTES * MINUTE_MS,
    untilMs: nowMs + MINUTE_MS,
    stepMinutes: 1,
  });
  const counts: Record<string, number> = {};
  let atIt = 0;
  for (const { from, lanes } of steps) {
    const isRecent = Date.parse(from) > nowMs - AT_IT_MINUTES * MINUTE_MS;
    for (const { figures } of lanes) {
      for (const [kind, count] of Object.entries(figures))
        counts[kind] = (counts[kind] ?? 0) + count;
      if (isRecent) atIt += Math.max(0, (figures.challenged ?? 0) - (figures.solved ?? 0));
    }
  }
  return challengeCost(counts, { atIt });
}
