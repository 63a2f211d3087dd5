import { randomBytes } from "node:crypto";
import type { Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { formatAccessCode, makeAccessCodes } from "@/lib/domain/access-code/access-code";
import { OWN_CODES_MAX, readOwnCodes } from "@/lib/domain/access-code/own-codes";
import type { LineProblem } from "@/lib/domain/line-faults";
import { invalidField, refuseLines } from "@/lib/services/ground/errors";

type CodesInput = {
  readonly count: number | null;
  readonly prefix: string;
  readonly own: string | null;
};

/** A code of a new batch; `line` is where a customer's own one stands. */
export type NewCode = { readonly code: string; readonly text: string; readonly line?: number };

/** The codes that a new batch gets. Throws `invalid` with every line of the customer's own that is wrong. */
export function codesOfBatch({ count, prefix, own }: CodesInput): readonly NewCode[] {
  if (own === null) {
    if (count === null) throw invalidField("count", "Enter how many codes to create.");
    return makeAccessCodes(count, randomBytes).map((made) => {
      const code = prefix + made;
      return { code, text: formatAccessCode(code) };
    });
  }
  const { codes, faults } = readOwnCodes(own);
  refuseLines("own", faults);
  if (codes.length === 0) throw invalidField("own", "Enter at least one code.");
  if (codes.length > OWN_CODES_MAX) {
    const most = OWN_CODES_MAX.toLocaleString("en");
    throw invalidField("own", `At most ${most} codes at a time; this list has ${codes.length}.`);
  }
  return codes;
}

const HASHES_MAX = 5_000;

/** Throws `invalid` with every line whose code the event has already, and the batch that has it. */
export async function refuseKnownCodes(
  tx: Tx,
  eventId: string,
  codes: readonly (NewCode & { readonly hash: string })[],
): Promise<void> {
  const batchOf = new Map<string, string>();
  for (let start = 0; start < codes.length; start += HASHES_MAX) {
    const hashes = codes.slice(start, start + HASHES_MAX).map(({ hash }) => hash);
    const rows = await tx.accessCode.findMany({
      where: { eventId, hash: { in: hashes } },
      select: { hash: true, batch: { select: { name: true } } },
    });
    for (const { hash, batch } of rows) batchOf.set(hash, batch.name);
  }
  const faults = codes.flatMap(({ hash, text, line }): LineProblem[] => {
    const batch = batchOf.get(hash);
    if (batch === undefined || line === undefined) return [];
    return [{ line, reason: `“${text.slice(0, 40)}” is already in the batch ${batch}.` }];
  });
  refuseLines("own", faults);
}

/** Tells the waiting rooms to look at codes that are not made as ours are. */
export async function markOwnCodes(
  tx: Tx,
  { id, hasOwnCodes }: Pick<Event, "id" | "hasOwnCodes">,
): Promise<void> {
  if (hasOwnCodes) return;
  const data = { hasOwnCodes: true, settingsVersion: { increment: 1 } };
  await tx.event.update({ where: { id }, data });
}
