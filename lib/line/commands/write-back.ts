import type { Effect, EffectKind, EffectOf } from "../effects";
import { type EventKeys, type EventRef, eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import { runKeepGroups } from "../scripts/draw";
import { isOutOfTurn } from "../scripts/enter";
import { JOIN_ID_BYTES } from "../scripts/join";
import { runReport } from "../scripts/report";
import { runSeatReports } from "../scripts/seat-reports";
import { runStockReport } from "../scripts/stock-report";
import {
  runRestoreJoins,
  runRestoreLeaves,
  runRestoreMoveCodes,
  runRestoreMoves,
  runRestoreRights,
} from "../scripts/write-back";

/** Members of one call: more would block Redis for longer. */
const BATCH = 112;

/** Whether Redis has it: `owed` has to be tried again, `refused` never comes back by that. */
type Verdict = "kept" | "owed" | "refused";

/** Only `OK` confirms. A status that a script may answer and that is not named here does not compile. */
const OF_A_RUN = { OK: "kept", RUN: "owed" } as const satisfies Readonly<Record<string, Verdict>>;
const OF_AN_EVENT = { OK: "kept", LOST: "owed" } as const;
const ALWAYS = { OK: "kept" } as const;
/** The members of a draw that are frozen are kept whole elsewhere. */
const OF_A_DRAW = { ...OF_A_RUN, LOST: "owed", CLOSED: "kept", OVERLAP: "refused" } as const;

/** Where effects are written back to. */
type Target = {
  readonly redis: Redis;
  readonly event: EventRef;
  /** The run of the line: effects of another one are not written. */
  readonly runId: number;
  readonly seatMs: number;
  readonly processId: string;
  /** The process has whole what it let in: the line need not reckon with more of it. */
  readonly isWhole: boolean;
};

type Call = Target & { readonly keys: EventKeys };
type Writer<Item> = (call: Call, items: readonly Item[]) => Promise<Verdict>;

/** By a script that takes them as they are. */
const restoring =
  <Item>(
    script: (
      redis: Redis,
      keys: EventKeys,
      args: { readonly runId: number },
      items: readonly Item[],
    ) => Promise<{ readonly status: keyof typeof OF_A_RUN }>,
  ): Writer<Item> =>
  ({ redis, keys, runId }, items) =>
    inBatches(items, async (some) => OF_A_RUN[(await script(redis, keys, { runId }, some)).status]);

/**
 * In this order: a right and a former device's place are worth nothing before anybody is let in; a sale and a leave end what
 * an admission has begun.
 */
const WRITERS: { readonly [Kind in EffectKind]: Writer<EffectOf<Kind>> } = {
  joins: writeJoins,
  right: restoring(runRestoreRights),
  move: restoring(runRestoreMoves),
  "move-code": restoring(runRestoreMoveCodes),
  admissions: writeAdmissions,
  stock: writeStock,
  leave: restoring(runRestoreLeaves),
  "visits-over": writeVisitsOver,
  group: writeGroups,
};
const KINDS = Object.keys(WRITERS) as EffectKind[];

/**
 * Writes back what a loss of Redis may have undone, in their order; repeating it changes nothing. Says to the line that this
 * process has done so also where there was nothing. `owed` unless Redis has confirmed all of it. Rejects when Redis fails.
 */
export async function writeBack(target: Target, effects: readonly Effect[]): Promise<Verdict> {
  const { runId, event } = target;
  const ofRun = effects.filter((effect) => effect.runId === runId || effect.runId === null);
  const call = { ...target, keys: eventKeys(event) };
  const verdicts: Verdict[] = [];
  for (const kind of KINDS) verdicts.push(await writeKind(kind, call, ofRun));
  const isForLater = effects.some((effect) => effect.runId !== null && effect.runId > runId);
  if (verdicts.includes("owed") || isForLater) return "owed";
  return verdicts.includes("refused") ? "refused" : "kept";
}

function writeKind<Kind extends EffectKind>(
  kind: Kind,
  call: Call,
  effects: readonly Effect[],
): Promise<Verdict> {
  const isOfKind = (effect: Effect): effect is EffectOf<Kind> => effect.kind === kind;
  return WRITERS[kind](call, effects.filter(isOfKind));
}

function writeStock({ redis, keys }: Call, reports: readonly EffectOf<"stock">[]) {
  return inTurn(reports, async ({ report: kind, units, atMs, sales }) => {
    const { status } = await runStockReport(redis, keys, { kind, units, atMs }, sales);
    return OF_AN_EVENT[status];
  });
}

function writeVisitsOver({ redis, keys }: Call, reports: readonly EffectOf<"visits-over">[]) {
  const over = reports.flatMap(({ queueIds }) =>
    queueIds.map((queueId) => ({ kind: "over", queueId })),
  );
  return inBatches(over, async (some) => {
    return ALWAYS[(await runSeatReports(redis, keys, {}, some)).status];
  });
}

function writeGroups({ redis, keys, runId }: Call, groups: readonly EffectOf<"group">[]) {
  return inBatches(groups, async (some) => {
    return OF_A_DRAW[(await runKeepGroups(redis, keys, { runId }, some)).status];
  });
}

/** As many calls at once as have together no more ids than one of them may have. */
function writeJoins(
  { redis, keys, runId }: Call,
  calls: readonly EffectOf<"joins">[],
): Promise<Verdict> {
  const groups: EffectOf<"joins">[][] = [];
  let room = 0;
  for (const call of calls) {
    const ids = call.joinIds.length / JOIN_ID_BYTES;
    if (ids > room) {
      groups.push([]);
      room = BATCH;
    }
    groups.at(-1)?.push(call);
    room -= ids;
  }
  return inTurn(groups, async (some) => {
    const members = some.map((one) => ({ ...one, joinIds: Buffer.from(one.joinIds, "latin1") }));
    return OF_A_RUN[(await runRestoreJoins(redis, keys, { runId }, members)).status];
  });
}

async function writeAdmissions(
  { redis, keys, runId, seatMs, processId, isWhole }: Call,
  calls: readonly EffectOf<"admissions">[],
): Promise<Verdict> {
  const admitted = calls.flatMap(admittedIn);
  for (let start = 0; start === 0 || start < admitted.length; start += BATCH) {
    const members = admitted.slice(start, start + BATCH);
    const isLast = Number(isWhole && start + BATCH >= admitted.length);
    const { status } = await runReport(redis, keys, { runId, seatMs, isLast, processId }, members);
    if (OF_A_RUN[status] !== "kept") return OF_A_RUN[status];
  }
  return "kept";
}

function admittedIn({ lane, members, outcomes, redirectType }: EffectOf<"admissions">) {
  return members.split(";").flatMap((member, index) => {
    const outcome = outcomes[index];
    if (outcome?.type !== "admitted") return [];
    const [number = "", claim = "", queueId = "", mark = ""] = member.split(" ");
    const { admittedAtMs, renewals } = outcome;
    const admission = { admittedAtMs, renewals: String(renewals), claim, queueId, redirectType };
    const outOfTurn = renewals === 0 && isOutOfTurn(mark) ? `${number};` : "";
    return [{ number: Number(number), lane, ...admission, outOfTurn }];
  });
}

/** Up to the first that is not kept. */
async function inTurn<Item>(
  items: readonly Item[],
  write: (item: Item) => Promise<Verdict>,
): Promise<Verdict> {
  for (const item of items) {
    const verdict = await write(item);
    if (verdict !== "kept") return verdict;
  }
  return "kept";
}

function inBatches<Item>(
  items: readonly Item[],
  write: (some: readonly Item[]) => Promise<Verdict>,
): Promise<Verdict> {
  const starts = Array.from({ length: Math.ceil(items.length / BATCH) }, (_, at) => at * BATCH);
  return inTurn(starts, (start) => write(items.slice(start, start + BATCH)));
}
