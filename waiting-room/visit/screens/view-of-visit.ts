import { randomBytes } from "node:crypto";
import type { PublicLine } from "@/lib/domain/line/public-line";
import type { Language } from "@/lib/domain/page-texts/languages";
import { publicLine } from "@/waiting-room/line/public-line";
import type { ViewedPlace, WaitingView } from "@/waiting-room/pages/waiting-view";
import type { Place } from "@/waiting-room/place/place";
import { mayRunOut } from "@/waiting-room/visit/place/may-run-out";
import { supportCodeOf } from "@/waiting-room/visit/place/waiting-answer";
import { isCalled, standingOf, type Visit, whatIsOpen } from "@/waiting-room/visit/visit";

/** What the waiting page shows this visitor at this moment. `joinId` is the id of its join; absent: any. */
export function viewOf(
  visit: Visit,
  language: Language | null = null,
  joinId = randomBytes(16).toString("base64url"),
): WaitingView {
  const { line } = visit;
  const standing = standingOf(visit);
  const place = standing.type === "none" ? null : standing.place;
  const shown = publicLine(line, place?.lane, language);
  // Whoever was let in before goes on, whatever is left.
  const sale = standing.type === "renewable" ? { ...shown, soldOut: false } : shown;
  if (place !== null || isHeld(sale)) {
    return { state: "line", line: sale, place: place && viewedPlace(visit, place) };
  }
  if (visit.sessionEnded) return { state: "session-ended", joinId };
  return whatIsOpen(line).joins && shown.full ? { state: "full" } : { state: "join", joinId };
}

/** True where somebody without a place cannot join now. */
function isHeld({ phase, soldOut, stale }: PublicLine): boolean {
  return soldOut || stale || ["draft", "before", "ended", "stopped", "rejected"].includes(phase);
}

function viewedPlace({ line }: Visit, place: Place): ViewedPlace {
  const { number, joinedAtMs, seenAtMs } = place;
  const turn = isCalled(line, place);
  const stockMayEnd = mayRunOut(line, place);
  return { number, joinedAtMs, seenAtMs, turn, supportCode: supportCodeOf(place), stockMayEnd };
}
