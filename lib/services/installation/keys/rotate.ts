import { db } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import { createConfigKey } from "@/lib/secrets/config-signer";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal, sealedWith, unseal } from "@/lib/secrets/seal";
import { SEALED_ROWS } from "./sealed-rows";

export type Rotated = {
  readonly resealed: Readonly<Record<string, number>>;
  /** Rows of each kind that no key opens: they stay as they are. */
  readonly cannotOpen: Readonly<Record<string, number>>;
  readonly stagedConfigKeys: number;
};

/**
 * Seals everything that a former master key sealed with the current one, and stages a new config key for each
 * customer that has one and no staged one. May be repeated, killed half-way and run while all servers run:
 * a row that changed meanwhile stays as it is.
 */
export async function rotateKeys(): Promise<Rotated> {
  const resealed: Record<string, number> = {};
  const cannotOpen: Record<string, number> = {};
  const masters = masterKeysFromEnvironment();
  for (const { name, read, replace } of SEALED_ROWS) {
    resealed[name] = 0;
    cannotOpen[name] = 0;
    for (const row of await read()) {
      if (sealedWith(masters, row.sealed) === "unknown") cannotOpen[name] += 1;
      const sealed = resealedOf(row);
      if (sealed !== null) resealed[name] += (await replace(row, sealed)).count;
    }
  }
  const stagedConfigKeys = await stageConfigKeys();
  await tellRedis();
  return { resealed, cannotOpen, stagedConfigKeys };
}

/** Null for what is sealed with the current key, and for what no key opens: `status` counts that. */
function resealedOf({
  sealed,
  context,
}: {
  readonly sealed: string;
  readonly context: string;
}): string | null {
  const masters = masterKeysFromEnvironment();
  if (sealedWith(masters, sealed) !== "former") return null;
  return seal(masters[0], context, unseal(masters, context, sealed));
}

async function stageConfigKeys(): Promise<number> {
  const [master] = masterKeysFromEnvironment();
  const customers = await db().customer.findMany({
    where: { configKeys: { some: {}, none: { activatedAt: null } } },
    select: { id: true, wireId: true },
  });
  for (const { id: customerId, wireId } of customers) {
    const key = createConfigKey(master, wireId);
    await db().configKey.create({ data: { id: newId("configKey"), customerId, ...key } });
  }
  return customers.length;
}

/**
 * Puts the staged config keys in use: from the next publication to Redis on they sign. Every connector that
 * checks signatures has to know them by then.
 */
export async function activateConfigKeys(): Promise<{ readonly activated: number }> {
  const { count } = await db().configKey.updateMany({
    where: { activatedAt: null },
    data: { activatedAt: new Date() },
  });
  await tellRedis();
  return { activated: count };
}

/** What Redis holds is sealed as it is in Postgres, and signed with the key in use. */
async function tellRedis(): Promise<void> {
  const customers = await db().customer.findMany({ select: { id: true } });
  const events = await db().event.findMany({ select: { id: true, customerId: true } });
  await db().outboxEntry.createMany({
    data: [
      ...customers.map(({ id }) => ({ customerId: id, topic: "customer", subjectId: id })),
      ...events.map(({ id, customerId }) => ({ customerId, topic: "event", subjectId: id })),
    ],
  });
}
