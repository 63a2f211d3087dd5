import { aheadOf } from "@/lib/domain/line/distance";
import { isFinal } from "@/lib/domain/line/phase";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { waitForSeat, waitsForSeat } from "@/lib/domain/line/seats-left";
import { sleepMs } from "@/lib/domain/line/sleep";
import type {
  VisitorFacts,
  VisitorPlace,
  VisitorState,
  VisitorStatus,
  VisitorStep,
} from "@/lib/domain/visitor-api/visitor-api";
import { NO_WAIT, nextWait } from "@/waiting-room/client/wait";
import { waitByChance } from "@/waiting-room/client/wait-by-chance";
import type { WaitingView } from "@/waiting-room/pages/waiting-view";
import type { Place } from "@/waiting-room/place/place";
import { supportCodeOf } from "@/waiting-room/visit/place/waiting-answer";

/** What a program is told about a visitor, before it is told where to ask. */
export type ToldStatus = Omit<VisitorFacts, "links" | "kept"> & VisitorStep;

type Seen = {
  readonly event: string;
  readonly shown: PublicLine;
  readonly place: Place | null;
  readonly view: WaitingView;
  /** True when the event takes joins. */
  readonly joins: boolean;
  /** For how long the visitor was told not to ask for a slot again. */
  readonly heldMs: number;
  /** In [0, 1): spreads those who ask. */
  readonly random: number;
};

/** The status of a visitor to whom the page would show this view. */
export function statusOf(seen: Seen): ToldStatus {
  const { shown, place, view } = seen;
  const state = stateOf(view);
  return {
    ...factsOf(seen.event, shown),
    state,
    place: place === null || place.admission !== null ? null : placeOf(shown, place),
    wait: state === "waiting" && place !== null ? waitOf(shown, place) : null,
    ...(isWarned(state, view) && { stockMayEnd: true }),
    ...stepOf(state, seen),
  };
}

/** The status of a visitor who has nothing left to do here but to open an address. */
export function openStatus(
  state: Extract<VisitorState, "admitted" | "inside" | "ended" | "lottery" | "moved" | "dropped">,
  { event, shown, url }: Pick<Seen, "event" | "shown"> & { readonly url: string },
): ToldStatus {
  const step = { next: "open", askAgainSeconds: null, url } as const;
  return { ...factsOf(event, shown), state, place: null, wait: null, ...step };
}

function factsOf(event: string, shown: PublicLine) {
  const { phase, method, run, now, startAt, endAt, message, messageAt } = shown;
  return { v: 1, phase, method, event, run, now, startAt, endAt, message, messageAt } as const;
}

function stateOf(view: WaitingView): VisitorState {
  if (view.state === "full") return "full";
  return view.state === "line" ? stateInLine(view) : "join";
}

/** Not of what is sold out already, or over. */
function isWarned(state: VisitorState, view: WaitingView): boolean {
  return MAY_BUY.includes(state) && view.state === "line" && view.place?.stockMayEnd === true;
}

function stateInLine({ line, place }: Extract<WaitingView, { state: "line" }>): VisitorState {
  const { phase } = line;
  if (isFinal(phase)) return "ended";
  if (phase === "rejected" || phase === "before") return phase;
  if (line.soldOut) return "sold-out";
  if (line.stale) return "recovering";
  if (line.paused) return "paused";
  const isDrawn = phase !== "pre-queue" && phase !== "drawing";
  return place?.turn && isDrawn ? "turn" : "waiting";
}

const MAY_BUY: readonly VisitorState[] = ["waiting", "turn", "paused", "recovering"];
const FULL_SECONDS = 10;
/** Who has been called is waited for a little longer than that when it goes on (`AWAITED` of the line). */
const CALLED_SECONDS = 10;
const RECOVERING_SECONDS = 5;

function stepOf(state: VisitorState, seen: Seen): VisitorStep {
  const { shown, place, view, joins, heldMs, random } = seen;
  const wait = (seconds: number): VisitorStep => ({
    next: "wait",
    askAgainSeconds: Math.ceil(seconds * 10) / 10,
  });
  const spread = 0.75 + 0.5 * random;
  const number = place?.number ?? null;
  const untilNews = () =>
    wait(sleepMs({ line: shown, number, hidden: false, watched: true, random }) / 1_000);
  switch (state) {
    case "join":
      return joins ? { next: "join", askAgainSeconds: null } : untilNews();
    case "turn":
      return heldMs > 0 ? wait(heldMs / 1_000) : { next: "enter", askAgainSeconds: null };
    case "full":
      return wait(FULL_SECONDS * spread);
    case "sold-out":
    case "rejected":
      return view.state === "line" && view.place?.turn
        ? wait(CALLED_SECONDS * spread)
        : untilNews();
    case "recovering":
      return wait(RECOVERING_SECONDS * spread);
    case "ended":
      return { next: "stop", askAgainSeconds: null };
    default:
      return untilNews();
  }
}

function placeOf(shown: PublicLine, place: Place): VisitorPlace {
  const own = { joinedAt: place.joinedAtMs, supportCode: supportCodeOf(place) };
  const isUndrawn =
    shown.draw !== null && (shown.phase === "pre-queue" || shown.phase === "drawing");
  if (isUndrawn) return { order: "undrawn", ...own };
  if (shown.method === "random") {
    return { order: "random", chancePerMinute: chancePerMinute(shown), ...own };
  }
  return { order: "number", number: place.number, ahead: aheadOf(shown, place.number), ...own };
}

/** Null while nobody is let in. */
function chancePerMinute({ measured, waiting }: PublicLine): number | null {
  if (measured <= 0) return null;
  return Math.min(1, Math.round((measured / Math.max(measured, waiting)) * 1e6) / 1e6);
}

function waitOf(shown: PublicLine, { number }: Place): VisitorStatus["wait"] {
  const ahead = aheadOf(shown, number);
  const isForSeat = shown.method !== "random" && waitsForSeat(shown.seats, ahead);
  const range = isForSeat ? waitForSeat(ahead, shown, shown.seats) : moving();
  if (range === null) return null;
  const until = isForSeat ? ({ until: "somebody-leaves" } as const) : {};
  return { low: Math.round(range.low), high: Math.round(range.high), ...until };

  function moving() {
    return shown.method === "random" ? waitByChance(shown) : nextWait(NO_WAIT, shown, number).range;
  }
}
