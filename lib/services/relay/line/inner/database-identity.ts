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
  const [own] = await db().$queryRaw<{ readonly oid: string; readonly mayAskCluster: boolean }[]>`
    SELECT oid::text, has_function_privilege('pg_control_system()', 'EXECUTE')
      AND has_function_privilege('pg_control_checkpoint()', 'EXECUTE') AS "mayAskCluster"
    FROM pg_database WHERE datname = current_database()`;
  return `${own?.mayAskCluster ? await readCluster() : ""}:${own?.oid ?? ""}`;
}

async function readCluster(): Promise<string> {
  const [cluster] = await db().$queryRaw<{ readonly name: string }[]>`
    SELECT system_identifier || ':' || timeline_id AS name FROM pg_control_system(), pg_control_checkpoint()`;
  return cluster?.name ?? "";
}
