import { defineScript } from "../define-script";
import { type Effect, promising } from "../effects";
import { GUARD_ARGUMENTS, GUARD_REFUSALS, type GuardedStatus } from "./guarded";
import { SOURCE_ARGUMENTS } from "./sources";

const callJoinWithRight = promising(
  defineScript({
    name: "join-with-right",
    keys: [
      "line",
      "epochs",
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
      chance: "number",
      joinId: "string",
      queueId: "string",
      tokenKey: "string",
      tokenId: "string",
      codeId: "string",
      laneKeys: "string",
      ...SOURCE_ARGUMENTS,
    },
    reply: {
      type: "string",
      place: "string",
      isNew: "integer",
      moves: "integer",
      load: "integer",
      /** What the code is worth then: `lane:uses left`. */
      code: "string",
    },
    refusals: GUARD_REFUSALS,
  }),
  ["right"],
  ({ isNew, place, code }, { runId, joinId, tokenKey, tokenId, codeId }) => {
    if (isNew === 0) return [];
    return [{ kind: "right", runId, joinId, tokenKey, tokenId, codeId, code, place }];
  },
);

/**
 * A join by a right of its own: a signed enqueue token or an access code. One key holds one place: the
 * same key gets it again, from whatever device. A token identifier is taken once, a code as often as
 * it says, while it is valid and until it is revoked; the same join id gets the same place, so a lost reply uses nothing up. Empty arguments ask for
 * nothing. `laneKeys` are those of the lanes, in order, with commas between; a code of another lane is refused as one that
 * is revoked. `chance` is the lane in a lottery, -1 where there is none. Beyond the line limit it is refused like any other.
 */
export async function runJoinWithRight(
  ...call: Parameters<typeof callJoinWithRight>
): Promise<RightReply> {
  const reply = await callJoinWithRight(...call);
  if (reply.status !== "OK") return reply;
  const { effects, isNew } = reply;
  return { status: "OK", outcome: parseOutcome(reply), isNew: isNew === 1, effects };
}
runJoinWithRight.shape = callJoinWithRight.shape;

export type RightOutcome =
  | {
      readonly type: "placed";
      readonly number: number;
      readonly lane: number;
      /** The lane that counts in a lottery; 0 without one. */
      readonly chance: number;
      readonly joinedAtMs: number;
      readonly queueId: string;
      /** How often it has moved to another device. */
      readonly moves: number;
    }
  /** Over the limit of a source by so many times: nothing was used up. `isFinal`: no proof helps. */
  | { readonly type: "busy"; readonly load: number; readonly isFinal: boolean }
  /** `used`: the token; `spent`, `unknown`, `revoked`, `early`, `late`: the code. */
  | {
      readonly type:
        | "used"
        | "unknown"
        | "spent"
        | "revoked"
        | "early"
        | "late"
        | "closed"
        | "full";
    };

export type RightReply =
  | { readonly status: Exclude<GuardedStatus, "OK"> }
  /** `isNew` where this call made the place. */
  | {
      readonly status: "OK";
      readonly outcome: RightOutcome;
      readonly isNew: boolean;
      readonly effects: readonly Effect[];
    };

/** A place is `number:lane:joined at:queue id`; in a lottery `+` and its lane stand behind the one of the line. */
function parseOutcome({
  type,
  place,
  moves,
  load,
}: Readonly<Record<"type" | "place", string>> &
  Readonly<Record<"moves" | "load", number>>): RightOutcome {
  switch (type) {
    case "placed": {
      const [number, lanes = "", joinedAtMs, queueId = ""] = place.split(":");
      const [lane, chance = 0] = lanes.split("+");
      return {
        type,
        number: Number(number),
        lane: Number(lane),
        chance: Number(chance),
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
    case "early":
    case "late":
    case "closed":
    case "full":
      return { type };
    default:
      throw new Error(`The script of joins by right answered ${type}.`);
  }
}
