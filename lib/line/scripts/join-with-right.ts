import { defineScript } from "../define-script";
import { GUARD_ARGUMENTS, GUARD_REFUSALS, type GuardedStatus } from "./guarded";
import { SOURCE_ARGUMENTS } from "./sources";

const callJoinWithRight = defineScript({
  name: "join-with-right",
  keys: [
    "line",
    "figures",
    "minutes",
    "rights",
    "codes",
    "codeUses",
    "unnamedSeats",
    "moves",
    "joinCounts",
    "joinSketch",
    "marks",
  ],
  args: {
    ...GUARD_ARGUMENTS,
    joinId: "string",
    queueId: "string",
    tokenKey: "string",
    tokenId: "string",
    codeId: "string",
    ...SOURCE_ARGUMENTS,
  },
  reply: { type: "string", place: "string", isNew: "integer", moves: "integer", load: "integer" },
  refusals: GUARD_REFUSALS,
});

/**
 * A join by a right of its own: a signed enqueue token or an access code. One key holds one place: the
 * same key gets it again, from whatever device. A token identifier is taken once, a code as often as
 * it says, until it is revoked; the same join id gets the same place, so a lost reply uses nothing up. Empty arguments ask for
 * nothing. Beyond the line limit it is refused like any other.
 */
export async function runJoinWithRight(
  ...call: Parameters<typeof callJoinWithRight>
): Promise<RightReply> {
  const reply = await callJoinWithRight(...call);
  if (reply.status !== "OK") return reply;
  return { status: "OK", outcome: parseOutcome(reply), isNew: reply.isNew === 1 };
}
runJoinWithRight.shape = callJoinWithRight.shape;

export type RightOutcome =
  | {
      readonly type: "placed";
      readonly number: number;
      readonly lane: number;
      readonly joinedAtMs: number;
      readonly queueId: string;
      /** How often it has moved to another device. */
      readonly moves: number;
    }
  /** Over the limit of a source by so many times: nothing was used up. `isFinal`: no proof helps. */
  | { readonly type: "busy"; readonly load: number; readonly isFinal: boolean }
  /** `used`: the token; `spent`, `unknown`, `revoked`: the code. */
  | { readonly type: "used" | "unknown" | "spent" | "revoked" | "closed" | "full" };

export type RightReply =
  | { readonly status: Exclude<GuardedStatus, "OK"> }
  /** `isNew` where this call made the place. */
  | { readonly status: "OK"; readonly outcome: RightOutcome; readonly isNew: boolean };

/** A place is `number:lane:joined at:queue id`. */
function parseOutcome({
  type,
  place,
  moves,
  load,
}: Readonly<Record<"type" | "place", string>> &
  Readonly<Record<"moves" | "load", number>>): RightOutcome {
  switch (type) {
    case "placed": {
      const [number, lane, joinedAtMs, queueId = ""] = place.split(":");
      return {
        type,
        number: Number(number),
        lane: Number(lane),
        joinedAtMs: Number(joinedAtMs),
        queueId,
        moves,
      };
    }
    case "busy":
      return { type, load: Math.abs(load), isFinal: load < 0 };
    case "used":
    case "unknown":
    case "spent":
    case "revoked":
    case "closed":
    case "full":
      return { type };
    default:
      throw new Error(`The script of joins by right answered ${type}.`);
  }
}
