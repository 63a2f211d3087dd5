import type { EventSettings } from "@/lib/domain/event/settings";
import { type Permit, permitFor } from "@/lib/domain/line/permit";
import { phaseAt } from "@/lib/domain/line/phase";
import { LINE } from "@/lib/domain/line/rates";
import { eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import { type EnterOutcome, enterMembers, hashClaim, runEnter } from "../scripts/enter";
import { tickEvent } from "./tick";

/** A place whose holder asks for a slot. */
export type AskingPlace = {
  readonly lane: number;
  readonly number: number;
  readonly queueId: string;
  /** How often it went to another device. */
  readonly moves: number;
};

/** How asking has ended, at which line time; `busy`: the line gives nothing at the moment. */
export type Asked =
  | {
      readonly type: "asked";
      readonly outcome: EnterOutcome;
      readonly permit: Permit<"slot">;
      readonly lineTimeMs: number;
    }
  | { readonly type: "busy" };

/**
 * Asks for a slot as a waiting room does, by the script that decides for all of them: one slot, within cap and stock, once for
 * each number. The same claim gets the same admission.
 */
export async function enterPlace(
  redis: Redis,
  settings: EventSettings,
  place: AskingPlace,
  claim: string,
): Promise<Asked> {
  const tick = await tickEvent(redis, settings);
  if (tick.status !== "OK") return { type: "busy" };
  const { lineTimeMs, lanes } = tick.state;
  const waiting = lanes.reduce((sum, lane) => sum + lane.waiting, 0);
  const { drawOpensAtMs } = tick.state;
  const permit = permitFor(
    settings,
    phaseAt(settings, lineTimeMs, { waiting, drawOpensAtMs }),
    "slot",
  );
  if (permit === null) return { type: "busy" };
  const { lane, number, queueId, moves } = place;
  const reply = await runEnter(redis, eventKeys(settings), {
    ...{ deadlineMs: 0, callerLineMs: lineTimeMs, heardMs: lineTimeMs, holdMs: LINE.lossHoldMs },
    ...{ seenNumber: 0, seenVersion: 0, seenLimits: 0, runId: settings.runId, lane, drawn: -1 },
    members: enterMembers([{ number, queueId, moves, claim: hashClaim(claim, null) }]),
  });
  const [outcome] = reply.status === "OK" ? reply.outcomes : [];
  return outcome === undefined ? { type: "busy" } : { type: "asked", outcome, permit, lineTimeMs };
}
