import { mayStockEnd } from "@/lib/domain/line/stock-end";
import type { LineMemory } from "@/waiting-room/line/line-memory";
import { phaseOf } from "@/waiting-room/line/public-line";
import type { Place } from "@/waiting-room/place/place";

type Line = Pick<LineMemory, "settings" | "state" | "lineNow">;

/** True where what the line knew last leaves it open whether anything is left at the turn of this place. */
export function mayRunOut(line: Line, { lane, number, admission }: Place): boolean {
  const { settings, state } = line;
  if (state === null || state.stock === null || admission !== null) return false;
  const isNumbered = settings.method !== "random" && !isUndrawn(line);
  return mayStockEnd(settings, state, { lane, number: isNumbered ? number : null });
}

function isUndrawn(line: Line): boolean {
  if (line.settings.draw === null) return false;
  const phase = phaseOf(line, line.lineNow());
  return phase === "pre-queue" || phase === "drawing";
}
