import { rm } from "node:fs/promises";
import { migrateDatabase } from "@/lib/db/migrate/migrate";
import { createIsolatedDatabase, isolatedRedisUrl } from "@/tools/stack/isolated-servers";
import { findFreePorts } from "@/tools/stack/ports";
import { startPostgres } from "@/tools/stack/postgres";
import { generatePrismaClient } from "@/tools/stack/prisma-client";
import { Supervisor } from "@/tools/stack/processes";
import { startRedis } from "@/tools/stack/redis";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

/** The address of a real server for tests, and how to give it back. */
export interface TestServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

async function startOwn(server: "postgres" | "redis"): Promise<TestServer> {
  const dataDirectory = await temporaryDirectory("stanchion-test-");
  const supervisor = new Supervisor(`${dataDirectory}/logs`);
  const close = async (): Promise<void> => {
    await supervisor.close();
    await rm(dataDirectory, { recursive: true, force: true });
  };
  try {
    const { [server]: port } = await findFreePorts();
    const options = { dataDirectory, port, supervisor, onProgress: () => undefined };
    const url = server === "redis" ? (await startRedis(options)).url : await startPostgres(options);
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A Redis of their own for tests: on the server of `REDIS_URL`, else a new one. */
export async function startTestRedis(): Promise<TestServer> {
  const url = isolatedRedisUrl();
  return url === undefined ? startOwn("redis") : { url, close: async () => undefined };
}

/**
 * A migrated database that each test file copies: on the server of `DATABASE_URL`, else on a new one.
 */
export async function startTestDatabase(): Promise<TestServer> {
  await generatePrismaClient();
  const server = (await createIsolatedDatabase()) ?? (await startOwn("postgres"));
  await migrateDatabase(server.url);
  return server;
}
