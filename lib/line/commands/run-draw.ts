import { createHash } from "node:crypto";
import { type DrawGroup, laneOfGroup } from "@/lib/domain/draw/group";
import {
  createDrawnNumbers,
  type DecidedDraw,
  type DrawnNumbers,
} from "@/lib/domain/draw/renumber";
import { drawHash } from "@/lib/secrets/draw-hash";
import { type EventRef, eventKey, eventKeys, publishedDrawKey } from "../keys";
import type { Redis } from "../redis-client";
import {
  type CloseReply,
  type KeptGroup,
  parseGroup,
  runCloseGroups,
  runKeepGroups,
  runSettleDraw,
  runShowFreeze,
  type SettleReply,
} from "../scripts/draw";
import { drawOrderFields } from "./decided-draw";
import { type HeldNumbers, readHeldNumbers } from "./positions";

/** One run of an event, as the steps of its draw name it. */
export type DrawnRun = EventRef & { readonly runId: number };

const BATCH = 200;
/** How long those who were drawn have to learn their place before the line moves. */
const LEARN_MS = { least: 6_000, most: 120_000, each: 0.5 } as const;

/** The groups that the line holds, rising. */
export async function readGroups(redis: Redis, run: DrawnRun): Promise<KeptGroup[]> {
  const members = await redis.zrange(eventKey(run, "drawGroups"), "1", "-1");
  return members.map(parseGroup);
}

/** Gives groups back that a loss took from the line; those that are there are left alone. */
export async function restoreGroups(
  redis: Redis,
  run: DrawnRun,
  groups: readonly KeptGroup[],
): Promise<void> {
  for (let start = 0; start < groups.length; start += BATCH) {
    const members = groups.slice(start, start + BATCH).map(withLane);
    await runKeepGroups(redis, eventKeys(run), { runId: run.runId }, members);
  }
}

/** A group as the script takes it. */
export function withLane<Group extends DrawGroup>(group: Group): Group & { readonly lane: number } {
  return { ...group, lane: laneOfGroup(group) };
}

/** Closes the members once line time has come to `notBeforeMs`. */
export function closeGroups(
  redis: Redis,
  run: DrawnRun,
  times: { readonly notBeforeMs: number; readonly latestMs: number },
): Promise<CloseReply> {
  return runCloseGroups(redis, eventKeys(run), { runId: run.runId, ...times });
}

/** Shows the signed freeze in `line.json`. */
export async function showFreeze(
  redis: Redis,
  run: DrawnRun,
  shown: { readonly freeze: string; readonly lastIndex: number },
): Promise<boolean> {
  const { status } = await runShowFreeze(redis, eventKeys(run), { runId: run.runId, ...shown });
  return status === "OK";
}

/**
 * Puts a decided draw into force. `isAgain` for a line that was made anew after its draw: its numbers
 * are those after the draw already.
 */
export async function settleDraw(
  redis: Redis,
  run: DrawnRun,
  { decided, isAgain }: { readonly decided: DecidedDraw; readonly isAgain: boolean },
): Promise<SettleReply> {
  const keys = eventKeys(run);
  const drawn = createDrawnNumbers(decided, drawHash);
  const before = isAgain ? null : ((await redis.getBuffer(keys.spent)) ?? Buffer.alloc(0));
  const { spent, moved } = before
    ? moveBits(before, drawn, await readHeldNumbers(redis, run, drawn.lastIndex))
    : { spent: Buffer.alloc(0), moved: [] };
  const { least, most, each } = LEARN_MS;
  const args = {
    runId: run.runId,
    members: drawn.placed,
    lastIndex: drawn.lastIndex,
    openAfterMs: isAgain ? 0 : Math.min(most, Math.max(least, Math.round(drawn.placed * each))),
    spentDigest: before === null ? "" : createHash("sha1").update(before).digest("hex"),
    spent,
    ...drawOrderFields(decided),
  };
  return runSettleDraw(redis, keys, args, moved);
}

/** The bitmap without the bits of those who take part, and the numbers after the draw of those who had left. */
function moveBits(before: Buffer, { numberOf }: DrawnNumbers, held: readonly HeldNumbers[]) {
  const spent = Buffer.from(before);
  const moved: { readonly number: number }[] = [];
  for (const { first, count, position } of held) {
    for (let index = 0; index < count; index += 1) {
      const [at, mask] = [(position + index) >> 3, 0x80 >> ((position + index) & 7)];
      const byte = spent[at] ?? 0;
      if ((byte & mask) === 0) continue;
      spent[at] = byte & ~mask;
      const number = numberOf(first + index);
      if (number !== null) moved.push({ number });
    }
  }
  return { spent, moved };
}

/** What everybody may fetch of a draw. Fields that do not exist yet are left out. */
export type PublishedDraw = {
  /** The exact text of the commitment. */
  readonly commitment: string;
  readonly hash: string;
  readonly signature: string;
  readonly publicKey: string;
  /** The published draw, byte for byte, once its secret is out. */
  readonly file?: string;
};

/** For so long after it was written last Redis keeps what is published of a draw; Postgres has it, too. */
export const DRAW_KEPT_DAYS = 90;
const DRAW_KEPT_SECONDS = DRAW_KEPT_DAYS * 86_400;

/** Publishes a draw for everybody; answers false when it was so already. */
export async function writePublishedDraw(
  redis: Redis,
  run: DrawnRun,
  draw: PublishedDraw,
): Promise<boolean> {
  const key = publishedDrawKey(run, run.runId);
  const added = await redis.hset(key, { ...draw });
  await redis.expire(key, DRAW_KEPT_SECONDS);
  return added > 0;
}

/** Lets what is published of these draws end that would stay for ever, as earlier versions wrote it. Answers how many. */
export async function endPublishedDraws(
  redis: Redis,
  event: EventRef,
  runIds: readonly number[],
): Promise<number> {
  let ended = 0;
  for (const runId of runIds) {
    const key = publishedDrawKey(event, runId);
    // -1: it is there, and has no end.
    if ((await redis.ttl(key)) !== -1) continue;
    await redis.expire(key, DRAW_KEPT_SECONDS);
    ended += 1;
  }
  return ended;
}

/** True when the newest that there is to know of a draw is published. */
export async function isDrawPublished(
  redis: Redis,
  run: DrawnRun,
  field: "commitment" | "file",
): Promise<boolean> {
  return (await redis.hexists(publishedDrawKey(run, run.runId), field)) === 1;
}

/** Reads what `writePublishedDraw` wrote; null when there is nothing. */
export async function readPublishedDraw(
  redis: Redis,
  run: DrawnRun,
): Promise<PublishedDraw | null> {
  const held = await redis.hgetall(publishedDrawKey(run, run.runId));
  const { commitment, hash, signature, publicKey, file } = held;
  if (!commitment || !hash || !signature || !publicKey) return null;
  const draw = { commitment, hash, signature, publicKey };
  return file === undefined ? draw : { ...draw, file };
}
