import { defineScript } from "../define-script";
import { type EffectOf, promising } from "../effects";
import { admissionsOf, enterMembers } from "./enter";
import { ADMITTING_KEYS, GUARD_ARGUMENTS, GUARD_REFUSALS } from "./guarded";
import { SOURCE_ARGUMENTS } from "./sources";

const call = defineScript({
  name: "pass",
  keys: [
    ...ADMITTING_KEYS,
    "joinsEven",
    "joinsOdd",
    "minutes",
    "joinCounts",
    "joinSketch",
    "marks",
  ],
  args: { ...GUARD_ARGUMENTS, ...SOURCE_ARGUMENTS },
  members: { claim: "string", queueId: "string", joinId: "bytes" },
  reply: { lineTimeMs: "integer", numbers: "integers", repeated: "strings" },
  refusals: GUARD_REFUSALS,
});

async function callPass(...asked: Parameters<typeof call>) {
  const reply = await call(...asked);
  if (reply.status !== "OK") return reply;
  return { ...reply, passed: passedIn(reply, asked[3] ?? []) };
}
callPass.shape = call.shape;

/**
 * The direct entry of a dormant always-on event: joining and entering in one call. A newcomer goes
 * straight in only if nobody waits and a slot remains after keeping one for each number called in
 * the last six seconds that has not entered, and for each that asked and found none. Answers for each
 * member the number it was admitted with, or 0 for "the page", which is what somebody gets who is over the limit of a
 * source, and -1 where no proof helps over that limit. Claims are hexadecimal. A member with a join
 * id, which may be empty, gets the admission that the same id and claim got before, while that is valid:
 * `passed` says what has become of each.
 */
export const runPass = promising(
  callPass,
  ["admissions", "joins"],
  ({ passed }, { runId, lane }, asked) => {
    const admitted = passed.filter(({ number }) => number > 0);
    const outcomes = admitted.map(({ lineTimeMs: admittedAtMs }) => {
      return { type: "admitted", admittedAtMs, renewals: 0 } as const;
    });
    const members = enterMembers(admitted);
    const redirectType = "safetynet";
    const joins = passed.flatMap(({ number, lineTimeMs, isRepeated }, index) => {
      const joinIds = asked[index]?.joinId.toString("latin1") ?? "";
      return number > 0 && !isRepeated && joinIds !== ""
        ? [joinOf({ runId, lane, first: number, atMs: lineTimeMs, joinIds })]
        : [];
    });
    const one = { kind: "admissions", runId, lane, members, outcomes, redirectType } as const;
    return [...joins, ...admissionsOf(one)];
  },
);

const joinOf = (join: Omit<EffectOf<"joins">, "kind" | "chance">): EffectOf<"joins"> => {
  return { kind: "joins", chance: -1, ...join };
};

/** What has become of a member. */
export type Passed = {
  readonly number: number;
  /** When they were admitted, line time. */
  readonly lineTimeMs: number;
  readonly claim: string;
  readonly queueId: string;
  /** They were in before. */
  readonly isRepeated: boolean;
};

function passedIn(
  reply: {
    readonly lineTimeMs: number;
    readonly numbers: readonly number[];
    readonly repeated: readonly string[];
  },
  members: readonly { readonly claim: string; readonly queueId: string }[],
): readonly Passed[] {
  const before = new Map(reply.repeated.map(readRepeated));
  const { lineTimeMs } = reply;
  return members.map(({ claim, queueId }, index) => {
    const number = reply.numbers[index] ?? 0;
    return { claim, queueId, lineTimeMs, number, isRepeated: false, ...before.get(index) };
  });
}

/** Reads `place in the call:admitted at:queue id`. */
function readRepeated(text: string) {
  const [index, admittedAtMs, queueId = ""] = text.split(":");
  return [Number(index), { lineTimeMs: Number(admittedAtMs), queueId, isRepeated: true }] as const;
}
