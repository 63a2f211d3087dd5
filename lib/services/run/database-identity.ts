import { db } from "@/lib/db/client";

let known: Promise<string> | null = null;

/**
 * Which database this is: restoring a dump or a base backup makes another one of it, a crash and a restart do not. It
 * consists of the cluster's identifier, its timeline and the database's own number. Without the right to
 * read the first two it is the last alone.
 */
export function databaseIdentity(): Promise<string> {
  known ??= readIdentity().catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

async function readIdentity(): Promise<string> {
  const [own] = await db().$queryRaw<{ readonly oid: string }[]>`
    SELECT oid::text FROM pg_database WHERE datname = current_database()`;
  const [cluster] = await db().$queryRaw<{ readonly name: string }[]>`
    SELECT system_identifier || ':' || timeline_id AS name FROM pg_control_system(), pg_control_checkpoint()`.catch(
    () => [{ name: "" }],
  );
  return `${cluster?.name ?? ""}:${own?.oid ?? ""}`;
}
