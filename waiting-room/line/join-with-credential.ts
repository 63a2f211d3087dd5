import type { EventSettings } from "@/lib/domain/event/settings";
import { joinedLanes } from "@/lib/domain/lane/lane";
import { type RightOutcome, runJoinWithRight } from "@/lib/line/scripts/join-with-right";
import { type Joiner, sourceArguments } from "@/lib/line/scripts/sources";
import type { DrawTicket } from "./draw-groups";
import type { CalledLine } from "./line-calls";

/** A join by a signed enqueue token or an access code; empty texts where there is none. */
export type CredentialJoinRequest = Joiner & {
  readonly lane: number;
  readonly joinId: Buffer;
  readonly queueId: string;
  readonly tokenKey: string;
  readonly tokenId: string;
  /** The id of an access code. */
  readonly codeId: string;
};

/** The outcome, and the ticket where the place belongs to a draw. */
export type CredentialJoinOutcome =
  | Exclude<RightOutcome, { type: "placed" }>
  | (Extract<RightOutcome, { type: "placed" }> & { readonly ticket: DrawTicket | null });

/** Joins the line of one event in a call of its own. Rejects with `LineUnavailable` when Redis refuses it. */
export async function joinWithCredential(
  { redis, keys, line, groups }: CalledLine,
  request: CredentialJoinRequest,
): Promise<CredentialJoinOutcome> {
  const { joinId, queueId, tokenKey, tokenId, codeId } = request;
  const { lane: standing, chance } = line.standingOf(request.lane);
  const reply = await runJoinWithRight(redis, keys, {
    ...line.callArguments(standing),
    chance,
    ...sourceArguments([request]),
    joinId: joinId.toString("base64url"),
    queueId,
    tokenKey,
    tokenId,
    codeId,
    laneKeys: codeId === "" ? "" : laneKeysOf(line.settings),
    drawn: -1,
  });
  const { outcome, isNew } = line.accept(reply);
  if (outcome.type !== "placed") return outcome;
  line.noteSeen(outcome.lane, outcome.number);
  if (isNew) {
    const { lane, number: firstNumber, joinedAtMs: lineTimeMs } = outcome;
    line.counts.noteJoins({ lane, firstNumber, count: 1, lineTimeMs }, line.state);
  }
  return { ...outcome, ticket: await groups.keepSingle(line.settings, outcome) };
}

function laneKeysOf(settings: EventSettings): string {
  return joinedLanes(settings)
    .lanes.map(({ key }) => key)
    .join(",");
}
