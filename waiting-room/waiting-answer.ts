import type { Place } from "@/lib/line/place";
import { publicLine } from "./public-line";
import { isCalled, type Visit } from "./visit";

/**
 * What a visitor in line is told: the own number, the line, whether to ask for a slot now, and with a
 * draw the receipt of the join.
 */
export function waitingAnswer({ line }: Visit, place: Place, receipt: string | null = null) {
  const { number, joinedAtMs: joinedAt, lane } = place;
  const turn = isCalled(line, place);
  const answer = { status: "waiting", number, joinedAt, turn, line: publicLine(line, lane) };
  return receipt === null ? answer : { ...answer, receipt };
}
