import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import { type Prisma, PrismaClient } from "@/lib/db/generated/client";
import { env } from "@/lib/platform/env";

/** What a verb gets inside `withTransaction`. */
export type Tx = Prisma.TransactionClient;

/** Reads that need no transaction take either. */
export type Db = PrismaClient | Tx;

const CONNECTIONS_MAX = 10;

// Kept on the global object: Next.js bundles a module once per entry and reloads it in development,
// and each copy would open a pool of its own.
const holder: typeof globalThis & { stanchionDb?: PrismaClient | undefined } = globalThis;

type Shared = { readonly tx: Tx; isOver: boolean };
const shared = new AsyncLocalStorage<Shared>();

/** The transaction that what runs now shares with others; null where it shares none. */
export function sharedTx(): Tx | null {
  const held = shared.getStore();
  return held === undefined || held.isOver ? null : held.tx;
}

/** Lets everything that `run` reads and writes share a transaction, until `run` is over. */
export async function shareTx<Result>(tx: Tx, run: () => Promise<Result>): Promise<Result> {
  const held = { tx, isOver: false };
  return shared.run(held, run).finally(() => {
    held.isOver = true;
  });
}

/**
 * The process's one database client, or the transaction that is shared; connects to DATABASE_URL with the first query.
 */
export function db(): PrismaClient {
  const tx = sharedTx();
  // It has all but what begins transactions, and `withTransaction` begins none there.
  if (tx !== null) return tx as PrismaClient;
  holder.stanchionDb ??= new PrismaClient({
    adapter: new PrismaPg({
      connectionString: env.databaseUrl(),
      max: CONNECTIONS_MAX,
      // Prisma asks several at a time on the one connection of a transaction.
      pipeline: true,
    }),
  });
  return holder.stanchionDb;
}

/** Closes the pool, so that a process can end. The next `db()` opens a new one. */
export async function disconnectDb(): Promise<void> {
  const client = holder.stanchionDb;
  holder.stanchionDb = undefined;
  await client?.$disconnect();
}
