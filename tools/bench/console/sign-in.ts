import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { queryPostgres } from "@/tools/stack/postgres";

/** What signs a session's cookie, and where sessions are. */
type Signing = { readonly databaseUrl: string; readonly secret: string };

/** The cookies of so many sessions of the demo customer's owner, each with a row of its own as after a sign-in. */
export async function startSessions(
  { databaseUrl, secret }: Signing,
  count: number,
): Promise<readonly string[]> {
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
  await queryPostgres(
    databaseUrl,
    `INSERT INTO "Session" (id, "userId", browser, address) VALUES ${values}`,
  );
  return Promise.all(
    ids.map(async (sessionId) => {
      const token = await encode({ secret, token: { userId, customerId, sessionId } });
      return `stanchion-sign-in=${token}`;
    }),
  );
}
