import { setTimeout } from "node:timers/promises";
import { seatMsOf } from "@/lib/domain/line/seat";
import { sleepMs } from "@/lib/domain/line/sleep";
import { type EnterOutcome, hashClaim } from "@/lib/line/scripts/enter";
import type { Exchange } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { EnterRequest } from "@/waiting-room/line/line-calls";
import { publicLine } from "@/waiting-room/line/public-line";
import { readClaim } from "@/waiting-room/place/cookies";
import type { Admission, Place } from "@/waiting-room/place/place";
import { addressToBind } from "@/waiting-room/visit/admission/admission";
import { type AdmittedPlace, passWaiting } from "@/waiting-room/visit/admission/pass-waiting";
import { lineFailure } from "@/waiting-room/visit/join/line-failure";
import { provesPossession } from "@/waiting-room/visit/place/possession";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { isCalled, isLetInNext, permitOf, type Visit } from "@/waiting-room/visit/visit";

/** Most who are called have a slot by then, and need not ask again; what a process that ends waits for (`serve.ts`). */
const HELD_MS = 2_700;
/** Whoever has to come back does so that long before there is a slot. */
const EARLY_MS = 1_500;
/** Only a fresher admission ends a visitor's counted time: an older one has ended it before. */
const FRESH_MS = 1_000;

/** Why somebody does not go in now. */
export type EntryRefusal =
  | { readonly status: "wait"; readonly retryAfterMs: number }
  | { readonly status: "used" | "spent" | "soldout" };

export type Entry =
  | AdmittedPlace
  | { readonly type: "inside"; readonly untilMs: number }
  | { readonly type: "moved" }
  /** Another browser holds the key of the place, and the place stays with it. */
  | { readonly type: "elsewhere" }
  | { readonly type: "refused"; readonly answer: EntryRefusal };

/** Lets in a visitor who waits while everybody is let through; else asks for a slot as {@link tryEnter} does. */
export function goIn(
  context: ServerContext,
  exchange: Exchange,
  attempt: Attempt,
  leftMs: number,
): Promise<Entry> {
  const { place } = attempt;
  const { line } = attempt.visit;
  const isFree = place.admission === null && place.falseCode === undefined;
  const permit = isFree ? permitOf(line, "joined") : null;
  if (permit === null) return tryEnter(context, exchange, attempt, leftMs);
  return passWaiting(context, exchange, { line, place, permit });
}

/** Asks for a slot. `leftMs`: how long the visitor still counts as waiting. */
export async function tryEnter(
  context: ServerContext,
  exchange: Exchange,
  attempt: Attempt,
  leftMs: number,
): Promise<Entry> {
  const { visit, place } = attempt;
  const { line } = visit;
  const permit = permitOf(line, "slot");
  if (permit === null)
    return { type: "refused", answer: refusal(context, line, place, { type: "closed" }) };
  if (!provesPossession(exchange, line, { place, purpose: "enter" })) return { type: "elsewhere" };
  const toldToWaitMs = context.retries.remainingMs(place.queueId, performance.now());
  if (toldToWaitMs > 0) {
    const retryAfterMs = Math.ceil(toldToWaitMs);
    return { type: "refused", answer: { status: "wait", retryAfterMs } };
  }
  const outcome = await outcomeOf(context, exchange, attempt);
  if (outcome.type === "inside" || outcome.type === "moved") return outcome;
  if (outcome.type === "soldout") line.counts.note("refused-sold-out", place.lane);
  if (outcome.type !== "admitted") {
    return { type: "refused", answer: refusal(context, line, place, outcome) };
  }
  if (place.admission === null && line.lineNow() - outcome.admittedAtMs < FRESH_MS) {
    line.checkIns.noteGone(place.lane, leftMs);
  }
  const address = addressToBind(line, exchange);
  const admission = admissionOf(line, place, { outcome, address });
  return { type: "admitted", permit, place: { ...place, admission } };
}

type Admitted = {
  readonly outcome: Extract<EnterOutcome, { type: "admitted" }>;
  readonly address: string | null;
};

function admissionOf(line: EventLine, place: Place, { outcome, address }: Admitted): Admission {
  const { admittedAtMs, renewals } = outcome;
  const before = place.admission;
  return {
    admittedAtMs,
    firstAdmittedAtMs: before?.firstAdmittedAtMs ?? admittedAtMs,
    renewals,
    // A renewed token is another one: nobody has come back with it yet.
    returns: before?.admittedAtMs === admittedAtMs ? before.returns : 0,
    seatEndsAtMs: admittedAtMs + seatMsOf(line.settings),
    redirectType: before?.redirectType ?? "queue",
    address,
  };
}

type Attempt = { readonly visit: Visit; readonly place: Place; readonly claim: string };

/** The outcome of asking for a slot. Of somebody who was let in before `spent` says that the visit is over. */
function outcomeOf(
  context: ServerContext,
  exchange: Exchange,
  { visit, place, claim }: Attempt,
): Promise<EnterOutcome> {
  const { line } = visit;
  const address = addressToBind(line, exchange);
  const { socket: connection } = exchange.request;
  const ask = (one: string) =>
    enterWithin(HELD_MS, context, line, { place, claim: hashClaim(one, address), connection });
  const { admission } = place;
  const asked = ask(claim);
  if (admission === null) return asked;
  return asked.then((outcome) =>
    outcomeAgain(context, exchange, { visit, place, claim, admission }, { outcome, ask }),
  );
}

type Asked = {
  readonly outcome: EnterOutcome;
  readonly ask: (claim: string) => Promise<EnterOutcome>;
};

/** The outcome for somebody who was let in before. */
async function outcomeAgain(
  context: ServerContext,
  exchange: Exchange,
  { visit, place, claim, admission }: Attempt & { readonly admission: Admission },
  { outcome, ask }: Asked,
): Promise<EnterOutcome> {
  const { line } = visit;
  if (outcome.type === "used") {
    // Who went straight in has the claim in a cookie, where the page's script does not see it.
    const kept = readClaim(exchange, visit.event);
    return kept === null || kept === claim ? outcome : ask(kept);
  }
  if (outcome.type !== "spent") return outcome;
  const endsAtMs = await line.seatEnd(place).catch((error: unknown) => {
    throw lineFailure(error, context.log);
  });
  const untilMs = endsAtMs === 0 ? admission.seatEndsAtMs : endsAtMs;
  return untilMs > line.lineNow() ? { type: "inside", untilMs } : outcome;
}

/**
 * Waits with the answer when there will be a slot in a moment: at a small outflow, slots would pass unused
 * while the visitor is sent away and comes back.
 */
async function enterWithin(
  heldMs: number,
  context: ServerContext,
  line: EventLine,
  { place, claim, connection }: Pick<EnterRequest, "claim" | "connection"> & { place: Place },
): Promise<EnterOutcome> {
  const { lane, number, queueId, moves } = place;
  const rank = line.settings.method === "random" ? (place.wonInterval ?? 0) : number;
  const wasIn = place.admission !== null;
  const isLetIn = isLetInNext(line, place);
  const request = { lane, number, rank, queueId, claim, wasIn, isLetIn, moves, connection };
  let leftMs = heldMs;
  try {
    while (isCalled(line, place)) {
      const outcome = await line.enter(request);
      if (outcome.type !== "wait" || outcome.waitMs > leftMs) return outcome;
      await setTimeout(outcome.waitMs + 1);
      leftMs -= outcome.waitMs + 1;
    }
  } catch (error) {
    throw lineFailure(error, context.log);
  }
  return { type: "early" };
}

function refusal(
  context: ServerContext,
  line: EventLine,
  place: Place,
  outcome: Exclude<EnterOutcome, { type: "admitted" | "inside" | "moved" }>,
): EntryRefusal {
  switch (outcome.type) {
    case "used":
    case "spent":
    case "soldout":
      return { status: outcome.type };
    case "early":
    case "closed": {
      const random = Math.random();
      const shown = publicLine(line, place.lane);
      return {
        status: "wait",
        retryAfterMs: Math.round(
          sleepMs({ line: shown, number: place.number, hidden: false, watched: true, random }),
        ),
      };
    }
    case "wait": {
      const retryAfterMs = Math.round(
        Math.max(500, outcome.waitMs - EARLY_MS) + 500 * Math.random(),
      );
      context.retries.remember(place.queueId, performance.now() + retryAfterMs - 100);
      return { status: "wait", retryAfterMs };
    }
  }
}
