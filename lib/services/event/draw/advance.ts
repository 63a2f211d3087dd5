import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { type Beacon, settleBeacon } from "@/lib/domain/draw/beacon";
import { fromHex } from "@/lib/domain/draw/bytes";
import { versionOfDraw } from "@/lib/domain/draw/commitment";
import { exclude, freezeExclusions, type IndexRange } from "@/lib/domain/draw/exclusions";
import { freezeDraw, freezeText } from "@/lib/domain/draw/freeze";
import { keyOfDraw, publishDraw, rulesOfDraw } from "@/lib/domain/draw/published-draw";
import { FREEZE_AFTER_START_MS } from "@/lib/domain/draw/timing";
import { scoreOf } from "@/lib/domain/score/score";
import { readMarks } from "@/lib/line/commands/marks";
import {
  closeGroups,
  isDrawPublished,
  restoreGroups,
  settleDraw,
  showFreeze,
  writePublishedDraw,
} from "@/lib/line/commands/run-draw";
import { tickEvent } from "@/lib/line/commands/tick";
import type { Redis } from "@/lib/line/redis-client";
import type { KeptGroup } from "@/lib/line/scripts/draw";
import type { LineState } from "@/lib/line/scripts/line-state";
import { drawHash } from "@/lib/secrets/draw-hash";
import { createDrawSigners, type DrawSigner } from "@/lib/secrets/draw-signer";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { Attempts } from "@/lib/services/ground/attempts";
import { raiseAtRun } from "@/lib/services/ground/raise-at-run";
import {
  beaconOf,
  commitmentOf,
  type DrawOfRun,
  type DrawOutline,
  drawnRun,
  excludedOf,
  findDraw,
  freezeOf,
  groupRows,
  groupsOf,
  listOpenDraws,
  type StoredFreeze,
} from "./draw-row";
import { type BeaconAnswer, fetchBeacon } from "./inner/fetch-beacon";
import { openDrawSecret, toDrawPromise } from "./promise-draw";

const FROZEN = { type: "draw.frozen", sentence: "The draw of {event} is frozen" } as const;
const DRAWN = { type: "draw.drawn", sentence: "The draw of {event} is decided" } as const;

/** After a loss the freeze waits for receipts, but it comes at least this long before the round. */
const FREEZE_BEFORE_ROUND_MS = 2_500;
/** Without a round the freeze comes at most this long after the start. */
const LATEST_FREEZE_MS = 10_000;
/** A loss of Redis can undo no more than the last two seconds. */
const LASTING_MS = 3_000;

/** One step of a draw: what the line says, and what was stored so far. */
type Step = {
  readonly redis: Redis;
  readonly draw: DrawOfRun;
  readonly state: LineState;
};

/**
 * Takes each open draw as far as it can go: publishes the commitment, freezes the members, fetches the
 * beacon, decides, and puts the order into force. Each stage is written to Postgres once, before
 * anybody learns of it, and then to Redis, again whenever Redis has lost it. Any number of processes
 * may do so at once, and any may die. A draw that fails does not hold up the others.
 */
export async function advanceDraws(redis: Redis): Promise<{ readonly decided: number }> {
  const draws = await listOpenDraws();
  const attempts = new Attempts();
  const results = await Promise.all(
    draws.map((draw) => attempts.try(() => advanceDraw(redis, draw))),
  );
  attempts.end((failed) => `${failed} draws were not advanced.`);
  return { decided: results.filter(Boolean).length };
}

/** True when this call decided the draw. */
async function advanceDraw(redis: Redis, outline: DrawOutline): Promise<boolean> {
  const run = drawnRun(outline);
  const tick = await tickEvent(redis, run);
  if (tick.status === "LOST" || tick.status === "RECOVERING") return false;
  if (tick.state.runId !== run.runId) return false;
  const { state } = tick;
  if (state.lineTimeMs < commitmentOf(outline).startAtMs) {
    await publish(redis, { ...outline, file: null });
    return false;
  }
  const isInForce = state.drawOpensAtMs > 0 && state.drawFreeze !== "";
  if (isInForce && outline.settledAt !== null) return false;
  const step = await fresh({ redis, state, draw: outline });
  if (freezeOf(step.draw) === null && !(await freezeMembers(step))) return false;
  const frozen = await fresh(step);
  await showStoredFreeze(frozen);
  const isNew = beaconOf(frozen.draw) === null;
  if (isNew && !(await decide(frozen))) return false;
  await putIntoForce(await fresh(frozen));
  return isNew;
}

async function fresh(
  step: Omit<Step, "draw"> & { readonly draw: Pick<DrawOfRun, "runId"> },
): Promise<Step> {
  const draw = await findDraw(step.draw.runId);
  if (draw === null) throw new Error("A draw has gone.");
  return { ...step, draw };
}

async function publish(redis: Redis, draw: DrawOutline & Pick<DrawOfRun, "file">): Promise<void> {
  const run = drawnRun(draw);
  const promised = toDrawPromise(draw);
  if (promised === null || (await isDrawPublished(redis, run, draw.file ? "file" : "commitment"))) {
    return;
  }
  await writePublishedDraw(redis, run, draw.file ? { ...promised, file: draw.file } : promised);
}

/** False while it is too early, or the line does not answer. */
async function freezeMembers({ redis, draw, state }: Step): Promise<boolean> {
  const run = drawnRun(draw);
  const { source, startAtMs } = commitmentOf(draw);
  const notBeforeMs = startAtMs + FREEZE_AFTER_START_MS;
  if (state.lineTimeMs < notBeforeMs) return false;
  const latestMs =
    source.type === "http-beacon"
      ? source.roundAtMs - FREEZE_BEFORE_ROUND_MS
      : startAtMs + LATEST_FREEZE_MS;
  await restoreGroups(redis, run, groupsOf(draw));
  const closed = await closeGroups(redis, run, { notBeforeMs, latestMs });
  if (closed.status !== "CLOSED") return false;
  const excluded = await excludedMembers(redis, draw, closed.groups);
  const exclusions = excluded && freezeExclusions(excluded, openDrawSecret(draw), drawHash);
  const freeze: StoredFreeze = {
    ...freezeDraw({
      draw: fromHex(draw.commitmentHash),
      groups: closed.groups,
      ...(exclusions === null ? {} : { excluded: exclusions }),
      frozenAtMs: closed.lineTimeMs,
      hash: drawHash,
      sign: signerOf(draw).sign,
    }),
    lastIndex: closed.lastIndex,
  };
  await db().$transaction(async (tx) => {
    const { count } = await tx.draw.updateMany({
      where: { runId: draw.runId, freeze: { equals: Prisma.DbNull } },
      data: { freeze, groups: groupRows(closed.groups), ...excludedColumn(excluded) },
    });
    if (count > 0) await raiseAtRun(tx, draw.runId, FROZEN);
  });
  return true;
}

/** Who is excluded by the promised rule and what was noticed until now; null in a draw of version 1. */
async function excludedMembers(
  redis: Redis,
  draw: DrawOfRun,
  groups: readonly KeptGroup[],
): Promise<IndexRange[] | null> {
  const commitment = commitmentOf(draw);
  const { exclusion } = commitment;
  if (versionOfDraw(commitment) === 1) return null;
  if (exclusion === null) return [];
  const marksOf = await readMarks(redis, drawnRun(draw), groups);
  return exclude(groups, (index) => scoreOf(marksOf(index)).score >= exclusion.fromScore);
}

function excludedColumn(excluded: readonly IndexRange[] | null) {
  if (excluded === null) return {};
  return { excluded: excluded.map(({ firstIndex, count }) => [firstIndex, count]) };
}

async function showStoredFreeze({ redis, draw, state }: Step): Promise<void> {
  const freeze = freezeOf(draw);
  if (freeze === null) throw new Error("A draw without its freeze cannot go on.");
  const text = freezeText(freeze);
  if (state.drawFreeze === text) return;
  await showFreeze(redis, drawnRun(draw), { freeze: text, lastIndex: freeze.lastIndex });
}

/** False while the draw waits for its source. */
async function decide({ draw, state }: Step): Promise<boolean> {
  const { source, startAtMs } = commitmentOf(draw);
  const startedMs = performance.now();
  const isDue = source.type === "http-beacon" && state.lineTimeMs >= source.roundAtMs;
  const answer = isDue ? await fetchBeacon(commitmentOf(draw).customerId, source) : null;
  const nowMs = state.lineTimeMs + Math.round(performance.now() - startedMs);
  const received = receivedBeacon(draw, answer, nowMs);
  const settled = settleBeacon({ source, startAtMs, received, nowMs });
  if (settled.status === "waiting") return false;
  const { beacon } = settled;
  await db().$transaction(async (tx) => {
    const { count } = await tx.draw.updateMany({
      where: { runId: draw.runId, beacon: { equals: Prisma.DbNull } },
      data: { beacon, file: fileOf(draw, beacon) },
    });
    if (count > 0) await raiseAtRun(tx, draw.runId, DRAWN);
  });
  return true;
}

function receivedBeacon(
  draw: DrawOfRun,
  answer: BeaconAnswer | null,
  receivedAtMs: number,
): Beacon | null {
  const { source } = commitmentOf(draw);
  if (answer !== null && source.type === "http-beacon") {
    return { type: source.type, ...answer, round: source.round, receivedAtMs };
  }
  return draw.typedValue === null ? null : { type: "typed", value: draw.typedValue };
}

function recordOf(draw: DrawOfRun, beacon: Beacon) {
  const freeze = freezeOf(draw);
  if (freeze === null) throw new Error("A draw without its freeze cannot be decided.");
  return {
    commitment: commitmentOf(draw),
    commitmentSignature: fromHex(draw.commitmentSignature),
    groups: groupsOf(draw),
    freeze,
    excluded: excludedOf(draw),
    beacon,
    secret: openDrawSecret(draw),
  };
}

function fileOf(draw: DrawOfRun, beacon: Beacon): string {
  return publishDraw(recordOf(draw, beacon), drawHash, signerOf(draw).sign).text;
}

/** Writes the order to the line until no loss can undo it; later only after a total loss. */
async function putIntoForce(step: Step): Promise<void> {
  const { redis, draw } = step;
  const beacon = beaconOf(draw);
  if (beacon === null) throw new Error("A draw that is not decided has no order.");
  const run = drawnRun(draw);
  await publish(redis, draw);
  const record = recordOf(draw, beacon);
  const rules = rulesOfDraw(record);
  const decided = {
    ...(rules === undefined ? {} : { rules }),
    key: keyOfDraw(record, drawHash),
    groups: record.groups,
    lastIndex: record.freeze.lastIndex,
  };
  const settled = await settleDraw(redis, run, { decided, isAgain: draw.settledAt !== null });
  if (settled.status !== "OK" || draw.settledAt !== null) return;
  if (settled.lineTimeMs < settled.drawnAtMs + LASTING_MS) return;
  await db().draw.updateMany({
    where: { runId: draw.runId, settledAt: null },
    data: { settledAt: new Date(settled.drawnAtMs) },
  });
}

function signerOf(draw: DrawOfRun): DrawSigner {
  const signer = createDrawSigners(masterKeysFromEnvironment())(draw.publicKey);
  if (signer === null) throw new Error("The master key of a draw's signatures is not set.");
  return signer;
}
