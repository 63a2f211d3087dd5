import { hash } from "node:crypto";
import { defineScript } from "../define-script";
import { type EffectOf, promising } from "../effects";
import { ADMITTING_KEYS, GUARD_ARGUMENTS, GUARD_REFUSALS, type GuardedStatus } from "./guarded";

const call = defineScript({
  name: "enter",
  keys: [...ADMITTING_KEYS, "ended", "over", "buyers", "buyerUnits", "moves"],
  args: { ...GUARD_ARGUMENTS, members: "string" },
  reply: { lineTimeMs: "integer", outcomes: "strings" },
  refusals: GUARD_REFUSALS,
});

async function callEnter(...asked: Parameters<typeof call>): Promise<EnterReply> {
  const reply = await call(...asked);
  return reply.status === "OK" ? { ...reply, outcomes: parseOutcomes(reply.outcomes) } : reply;
}
callEnter.shape = call.shape;

/**
 * Lets a group of visitors in, lowest number first behind whom an operator lets in next: one slot, one admission, once per number. Those
 * with a lower number who have asked in vain come first, whichever process asked for them. The same
 * claim gets the same admission again; when its token has passed it may be renewed twice while the session may
 * last (and for ten minutes at least), each time for a new slot. A visit that was ended gets nothing. Those called more than a minute ago who have not asked since get at
 * most a fifth of the slots while others wait. Whom an operator lets in next has the next slot. Members are one text (`enterMembers`): a list of short texts
 * costs the driver more than the rest of the call.
 */
export const runEnter = promising(
  callEnter,
  ["admissions", "move"],
  ({ outcomes }, { runId, lane, members }) => [
    ...movesShown(runId, members, outcomes),
    ...admissionsOf({ kind: "admissions", runId, lane, members, outcomes, redirectType: "queue" }),
  ],
);

/** The admissions of a call stay one text, for which the garbage collector has nothing to do. */
export function admissionsOf(effect: EffectOf<"admissions">): readonly EffectOf<"admissions">[] {
  return effect.outcomes.some(({ type }) => type === "admitted") ? [effect] : [];
}

/** A place may show a move that the line had forgotten: it knows it from there on. */
function movesShown(
  runId: number,
  members: string,
  outcomes: readonly EnterOutcome[],
): readonly EffectOf<"move">[] {
  if (!MOVED.test(members)) return [];
  return members.split(";").flatMap((member, index) => {
    const [, , queueId = "", mark = ""] = member.split(" ");
    const moves = Number(mark.replace(/[+!]/, ""));
    if (moves === 0 || outcomes[index]?.type === "moved") return [];
    return [{ kind: "move", runId, queueId, moves }];
  });
}

export type EnterOutcome =
  | { readonly type: "admitted"; readonly admittedAtMs: number; readonly renewals: number }
  /** No slot now; there may be one for this visitor in so many milliseconds. */
  | { readonly type: "wait"; readonly waitMs: number }
  /** Let in before and without a renewal left; the seat lasts until a line time. */
  | { readonly type: "inside"; readonly untilMs: number }
  | { readonly type: "early" | "closed" | "used" | "spent" | "soldout" }
  /** The place went to another device. */
  | { readonly type: "moved" };

export type EnterReply =
  | { readonly status: Exclude<GuardedStatus, "OK"> }
  | {
      readonly status: "OK";
      readonly lineTimeMs: number;
      readonly outcomes: readonly EnterOutcome[];
    };

/** Most members of a call get the same answer as the one before them, which is read once. */
function parseOutcomes(texts: readonly string[]): EnterOutcome[] {
  let before = "";
  let outcome: EnterOutcome = { type: "closed" };
  return texts.map((text) => {
    if (text !== before) outcome = parseOutcome(text);
    before = text;
    return outcome;
  });
}

/** A member of a call whose place has moved. */
const MOVED = / [+!]?\d+;/;

/** The members of a call. Queue ids hold no semicolon, and neither they nor claims a space. */
export function enterMembers(
  members: readonly {
    readonly number: number;
    readonly claim: string;
    readonly queueId: string;
    /** The sealed place says that it was let in before, whatever the line remembers. */
    readonly wasIn?: boolean;
    /** An operator lets this visitor in next. */
    readonly isLetIn?: boolean;
    /** How often the place has moved to another device. */
    readonly moves?: number;
  }[],
): string {
  return members.map((one) => `${one.number} ${one.claim} ${one.queueId}${markOf(one)};`).join("");
}

/** Whether the mark of a member says that an operator lets it in next. */
export const isOutOfTurn = (mark: string): boolean => mark.startsWith("!");

function markOf({
  wasIn = false,
  isLetIn = false,
  moves = 0,
}: {
  readonly wasIn?: boolean;
  readonly isLetIn?: boolean;
  readonly moves?: number;
}) {
  const letIn = isLetIn ? "!" : "";
  const mark = `${wasIn ? "+" : letIn}${moves > 0 ? moves : ""}`;
  return mark === "" ? "" : ` ${mark}`;
}

/**
 * Reads `early`, `closed`, `used`, `spent`, `soldout`, `moved`, `wait:<ms>`, `inside:<line time>` or
 * `admitted:<line time>:<renewals>`.
 */
function parseOutcome(text: string): EnterOutcome {
  const [type, ms, renewals] = text.split(":");
  switch (type) {
    case "admitted":
      return { type, admittedAtMs: Number(ms), renewals: Number(renewals) };
    case "wait":
      return { type, waitMs: Number(ms) };
    case "inside":
      return { type, untilMs: Number(ms) };
    case "early":
    case "closed":
    case "used":
    case "spent":
    case "soldout":
    case "moved":
      return { type };
    default:
      throw new Error(`The enter script answered ${text}.`);
  }
}

/**
 * What Redis keeps of a claim: 16 bytes of a hash, in hex. A claim that is bound to an address has another
 * hash at any other address.
 */
export function hashClaim(claim: string, address: string | null): string {
  return hash("sha256", address === null ? claim : `${claim} ${address}`, "hex").slice(0, 32);
}
