import { setTimeout } from "node:timers/promises";
import type { EventLine } from "@/waiting-room/line/event-line";

const LONGEST_MS = 250;

/** Answers after as long as the line took for the last true join: an answer at once would tell who waits for nothing. */
export async function lineAnswered<Answer>(
  { joinTookMs }: Pick<EventLine, "joinTookMs">,
  answer: Answer,
): Promise<Answer> {
  await setTimeout(Math.min(LONGEST_MS, joinTookMs));
  return answer;
}
