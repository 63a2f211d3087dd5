import { db } from "@/lib/db/client";
import { repeat } from "@/lib/health/repeat";
import { createDrawSigner } from "@/lib/secrets/draw-signer";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { sealedWith } from "@/lib/secrets/seal";
import { SEALED_ROWS } from "./sealed-rows";

/** How many sealed values of a kind each key opens. `unknown` ones cannot be opened any more. */
export type SealedCount = {
  readonly name: string;
  readonly current: number;
  readonly former: number;
  readonly unknown: number;
};

export type KeysStatus = {
  /** The first eight hex characters of the id of the key that seals. */
  readonly keyId: string;
  readonly formerKeyIds: readonly string[];
  readonly sealed: readonly SealedCount[];
  /** Draws that a former key has promised and that are not settled: it has to sign them. */
  readonly openDrawsOfFormerKeys: number;
  /** Config keys that wait to be put in use. */
  readonly stagedConfigKeys: number;
  /** True when no row needs a former key any more. */
  readonly isDone: boolean;
};

/** Says what is sealed with which master key. Changes nothing. */
export async function readKeysStatus(): Promise<KeysStatus> {
  const masters = masterKeysFromEnvironment();
  const [master, ...former] = masters;
  const idOf = ({ id }: { readonly id: Buffer }) => id.toString("hex");
  const sealed: SealedCount[] = [];
  for (const { name, read } of SEALED_ROWS) {
    const count = { current: 0, former: 0, unknown: 0 };
    for (const row of await read()) count[sealedWith(masters, row.sealed)] += 1;
    sealed.push({ name, ...count });
  }
  const { publicKey } = createDrawSigner(master);
  const openDrawsOfFormerKeys = await db().draw.count({
    where: { settledAt: null, publicKey: { not: publicKey }, run: { endedAt: null } },
  });
  const stagedConfigKeys = await db().configKey.count({ where: { activatedAt: null } });
  return {
    keyId: idOf(master),
    formerKeyIds: former.map(idOf),
    sealed,
    openDrawsOfFormerKeys,
    stagedConfigKeys,
    isDone:
      openDrawsOfFormerKeys === 0 && sealed.every((count) => count.former + count.unknown === 0),
  };
}

/** Whether no key of this process opens something in the database. */
export async function cannotOpenAll(): Promise<boolean> {
  const masters = masterKeysFromEnvironment();
  for (const { read } of SEALED_ROWS) {
    if ((await read()).some(({ sealed }) => sealedWith(masters, sealed) === "unknown")) return true;
  }
  return false;
}

const EVERY_MS = 60_000;

/** Looks once a minute, so that what cannot be opened is said before somebody needs it. */
export function watchSealed(note: (cannotOpen: boolean) => void) {
  return repeat(async () => note(await cannotOpenAll()), EVERY_MS);
}
