import { db } from "@/lib/db/client";
import type { Redis } from "@/lib/line/redis-client";

/** Those of the texts that stand anywhere in Postgres or in the line's Redis. */
export async function tracesIn(redis: Redis, texts: readonly string[]): Promise<readonly string[]> {
  const everything = await everythingIn(redis);
  return texts.filter((text) => everything.includes(text));
}

/** Everything that both hold, as text, but for the tables that are left out. */
export async function everythingIn(redis: Redis, except: readonly string[] = []): Promise<string> {
  const texts: string[] = [];
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name AS "name" FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  for (const { name } of tables.filter((table) => !except.includes(table.name))) {
    const rows = await db().$queryRawUnsafe<{ text: string }[]>(
      `SELECT to_jsonb(t)::text AS "text" FROM "${name}" AS t ORDER BY 1`,
    );
    texts.push(...rows.map(({ text }) => text));
  }
  for (const key of (await redis.keys("wr:*")).sort()) {
    texts.push(key, (await redis.dump(key))?.toString() ?? "");
    if ((await redis.type(key)) === "hash") texts.push(JSON.stringify(await redis.hgetall(key)));
    if ((await redis.type(key)) === "zset") texts.push((await redis.zrange(key, "0", "-1")).join());
    if ((await redis.type(key)) === "stream")
      texts.push(JSON.stringify(await redis.xrange(key, "-", "+")));
  }
  return texts.join("\n");
}
