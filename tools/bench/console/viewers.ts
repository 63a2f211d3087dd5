import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { encode } from "next-auth/jwt";
import { queryPostgres } from "@/tools/stack/postgres";
import { costDuring } from "../harness/whole-system";
import { get } from "./pages";

export const VIEWERS = 100;
/** They look at so many events, a few of them at each. */
const LOOKED_AT = 10;
const POLL_MS = 2_000;
const SETTLE_MS = 12_000;
const MEASURED_MS = 40_000;

/** The cookies of so many sessions of the demo customer's owner, each with a row of its own as after a sign-in. */
export async function startSessions(databaseUrl: string, secret: string, count: number) {
  const { rows } = await queryPostgres(
    databaseUrl,
    `SELECT m."userId", m."customerId" FROM "Membership" m JOIN "Customer" c ON c.id = m."customerId"
     WHERE c."wireId" = 'demo'`,
  );
  const [owner] = rows;
  if (owner === undefined) throw new Error("Nobody belongs to the demo customer.");
  const { userId, customerId } = owner;
  const ids = Array.from({ length: count }, () => randomUUID());
  const values = ids.map((id) => `('${id}', '${userId}', 'Chromium', '127.0.0.1')`).join(", ");
  const columns = `"Session" (id, "userId", browser, address)`;
  await queryPostgres(databaseUrl, `INSERT INTO ${columns} VALUES ${values}`);
  const cookieOf = async (sessionId: string) =>
    `stanchion-sign-in=${await encode({ secret, token: { userId, customerId, sessionId } })}`;
  return Promise.all(ids.map(cookieOf));
}

/** What it costs that people, each signed in by themselves, look at live pages, which ask every two seconds. */
export async function measureViewers(
  consoleUrl: string,
  cookies: readonly string[],
  { databaseUrl, processId }: { readonly databaseUrl: string; readonly processId: number },
) {
  const home = new AbortController();
  const { signal } = home;
  setMaxListeners(cookies.length, signal);
  const viewers = cookies.map(async (cookie, index) => {
    const path = `/api/v1/events/bench${1 + (index % LOOKED_AT)}/snapshot`;
    await delay((POLL_MS * index) / cookies.length);
    while (!signal.aborted) {
      const startedMs = performance.now();
      await get(new URL(path, consoleUrl), { cookie });
      const restMs = Math.max(0, POLL_MS - (performance.now() - startedMs));
      await delay(restMs, null, { signal }).catch(() => undefined);
    }
  });
  await delay(SETTLE_MS);
  const cost = await costDuring(databaseUrl, processId, MEASURED_MS);
  home.abort();
  await Promise.all(viewers);
  return { viewersCoreShare: cost.coreShare, postgresQueriesPerSecond: cost.transactionsPerSecond };
}
