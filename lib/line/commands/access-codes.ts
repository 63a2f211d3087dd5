import { type EventRef, eventKey, eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import { runForgetCodeUses } from "../scripts/forget-code-uses";
import { runPutCodes } from "../scripts/put-codes";

/** A code as the line is told of it: its id, how often it may still be used, and where it leads. */
export type PublishedCode = {
  readonly id: string;
  readonly uses: number;
  /** Null where the code leads to no lane of its own. */
  readonly lane: LaneOfCode | null;
  readonly isRevoked?: boolean;
  /** How many uses were given back; `uses` counts them. */
  readonly returned?: number;
  /** How often it was refused; and when it was used last, in line time: 0 for never. */
  readonly refused?: number;
  readonly usedAtMs?: number;
  /** When it is good, by the version of its batch; absent where it always is and was. */
  readonly window?: CodeWindow;
};

/** Line time; 0 for no bound. Of two versions the newer holds, whichever is told last. */
export type CodeWindow = {
  readonly version: number;
  readonly fromMs: number;
  readonly untilMs: number;
};

const ALWAYS: CodeWindow = { version: 0, fromMs: 0, untilMs: 0 };

/** The key of a lane, and where it stands now: -1 where it was removed. Only the version before goes by where it stands. */
export type LaneOfCode = { readonly key: string; readonly index: number };

/** What a code was used for, as the line knows it. */
export type CodeUses = {
  readonly id: string;
  /** How often it may still be used; of one that is revoked, how often it might have been. */
  readonly left: number;
  /** How many uses were given back, as far as the line knows; `left` counts them. */
  readonly returned: number;
  readonly refused: number;
  /** Line time; 0 for never. */
  readonly usedAtMs: number;
};

const BATCH = 1_000;

/**
 * Makes codes known to the line. Of those that it knows already, the fewer uses that are left hold, and a revocation
 * is for good: it may be repeated, also with what was so earlier.
 */
export async function publishCodes(
  redis: Redis,
  event: EventRef,
  codes: readonly PublishedCode[],
): Promise<void> {
  const { codes: key } = eventKeys(event);
  for (let start = 0; start < codes.length; start += BATCH) {
    const members = codes
      .slice(start, start + BATCH)
      .map(({ id, uses, lane, isRevoked = false, returned = 0, refused = 0, ...code }) => ({
        id,
        lane: lane?.index ?? -1,
        laneKey: lane?.key ?? "",
        left: uses,
        returned,
        isRevoked: Number(isRevoked),
        refused,
        usedAtMs: code.usedAtMs ?? 0,
        ...(code.window ?? ALWAYS),
      }));
    await runPutCodes(redis, { codes: key }, {}, members);
  }
}

/** What codes were used for; those that the line does not know are left out. */
export async function readCodes(
  redis: Redis,
  event: EventRef,
  ids: readonly string[],
): Promise<readonly CodeUses[]> {
  if (ids.length === 0) return [];
  const fields = ids.flatMap((id) => [id, `revoked:${id}`, `uses:${id}`, `returned:${id}`]);
  const values = await redis.hmget(eventKey(event, "codes"), ...fields);
  return ids.flatMap((id, index) => {
    const [code, revokedLeft, uses, returned] = values.slice(4 * index, 4 * index + 4);
    if (code === undefined || code === null) return [];
    const left = Number(revokedLeft ?? code.split(":")[1]);
    const [refused = 0, usedAtMs = 0] = (uses ?? "0:0").split(":").map(Number);
    return [{ id, left, returned: Number(returned ?? 0), refused, usedAtMs }];
  });
}

/** Codes that were used or refused since their uses were last stored, those that waited longest first. */
export async function readNewCodeUses(
  redis: Redis,
  event: EventRef,
  most: number,
): Promise<readonly CodeUses[]> {
  const { codeUses } = eventKeys(event);
  const ids = await redis.zrange(codeUses, "-inf", "(+inf", "BYSCORE", "LIMIT", 0, most);
  return readCodes(redis, event, ids);
}

/** Says that these uses are stored elsewhere. */
export async function forgetCodeUses(
  redis: Redis,
  event: EventRef,
  stored: readonly CodeUses[],
): Promise<void> {
  const { codes, codeUses } = eventKeys(event);
  await runForgetCodeUses(redis, { codes, codeUses }, {}, stored);
}

type ToldBatch = {
  readonly id: string;
  readonly lane: string | null;
  readonly mayHaveWindow: boolean;
};

/** Of a batch that a version before has told alone, the line knows neither the key of its lane nor its window. */
function versionField({ id, lane, mayHaveWindow }: ToldBatch): string {
  if (mayHaveWindow) return `window-batch:${id}`;
  return lane === null ? `batch:${id}` : `lane-batch:${id}`;
}

/** Which version of each of these batches the line knows whole; null for none. */
export async function readBatchVersions(
  redis: Redis,
  event: EventRef,
  batches: readonly ToldBatch[],
): Promise<readonly (number | null)[]> {
  if (batches.length === 0) return [];
  const fields = batches.map(versionField);
  const versions = await redis.hmget(eventKey(event, "codes"), ...fields);
  return versions.map((version) => (version === null ? null : Number(version)));
}

/** Says that the line knows a version of a batch whole. */
export async function noteBatchVersion(
  redis: Redis,
  event: EventRef,
  batch: ToldBatch & { readonly version: number },
): Promise<void> {
  const { id, version } = batch;
  await redis.hset(eventKey(event, "codes"), {
    [`batch:${id}`]: version,
    [versionField(batch)]: version,
  });
}
