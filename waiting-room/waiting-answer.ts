import type { Place } from "@/lib/line/place";
import { publicLine } from "./public-line";
import { isCalled, type Visit } from "./visit";

/** What a visitor in line is told: the own number, the line, and whether to ask for a slot now. */
export function waitingAnswer({ line }: Visit, place: Place) {
  const { number, joinedAtMs: joinedAt, lane } = place;
  const turn = isCalled(line, place);
  return { status: "waiting", number, joinedAt, turn, line: publicLine(line, lane) };
}
