import { randomBytes } from "node:crypto";
import { aheadOf } from "@/lib/domain/line/distance";
import type { PublicLine } from "@/lib/domain/line/public-line";
import type { Language } from "@/lib/domain/page-texts/languages";
import { publicLine } from "@/waiting-room/line/public-line";
import type { Place } from "@/waiting-room/place/place";
import { NO_WAIT, nextWait } from "../client/wait";
import type { WaitingView } from "../pages/waiting-view";
import { isCalled, standingOf, type Visit, whatIsOpen } from "./visit";

/** What the waiting page shows this visitor at this moment. */
export function viewOf(visit: Visit, language: Language | null = null): WaitingView {
  const { line } = visit;
  const standing = standingOf(visit);
  const place = standing.type === "none" ? null : standing.place;
  const shown = publicLine(line, place?.lane, language);
  // Whoever was let in before goes on, whatever is left.
  const sale = standing.type === "renewable" ? { ...shown, soldOut: false } : shown;
  const closed = closedView(visit, sale) ?? heldView(visit, { place, shown });
  if (closed !== null) return closed;
  if (place !== null) return lineView(visit, { place, shown });
  const { joins } = whatIsOpen(line);
  if (joins && shown.full) return { state: "full" };
  return { state: "join", joinId: randomBytes(16).toString("base64url") };
}

/** The view of a line that lets nobody in any more, or not yet; null while it does. */
function closedView({ line }: Visit, { phase, soldOut, message }: PublicLine): WaitingView | null {
  const { startAtMs, timeZone } = line.settings;
  if (phase === "ended" || phase === "stopped") {
    return { state: "ended", message };
  }
  if (phase === "rejected") return { state: "rejected", message };
  if (phase === "before" && startAtMs !== null) return { state: "before", startAtMs, timeZone };
  return soldOut ? { state: "sold-out" } : null;
}

type Held = { readonly place: Place | null; readonly shown: PublicLine };

/** The view while the line is held up; null while it moves. */
function heldView({ line }: Visit, { place, shown }: Held): WaitingView | null {
  const { method, paused } = line.settings;
  if (shown.stale) return { state: "kept" };
  if (!paused) return null;
  const number = method === "random" ? null : (place?.number ?? null);
  return { state: "paused", message: shown.message, number };
}

function lineView(
  { line }: Visit,
  { place, shown }: { readonly place: Place; readonly shown: PublicLine },
): WaitingView {
  const isHeld = shown.phase === "pre-queue" || shown.phase === "drawing";
  const canEnter = !isHeld && isCalled(line, place);
  if (line.settings.method === "random" && !canEnter) return { state: "random" };
  const ahead = aheadOf(shown, place.number);
  return {
    state: "waiting",
    number: place.number,
    ahead,
    wait: nextWait(NO_WAIT, shown, place.number).range,
    canEnter,
  };
}
