import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { findFreePorts } from "@/tools/stack/ports";
import { Supervisor } from "@/tools/stack/processes";
import { startRedis } from "@/tools/stack/redis";
import { say } from "@/tools/stack/run-command";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

/** What an installation that has only a Redis is known by. */
export type OwnRedis = { readonly redisUrl: string; readonly masterKey: string };

/** Starts a Redis that nothing else uses, for as long as `use` takes. */
export async function withOwnRedis<Result>(
  use: (redis: OwnRedis) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = await temporaryDirectory("stanchion-trace-");
  const supervisor = new Supervisor(join(dataDirectory, "logs"));
  try {
    const { redis: port } = await findFreePorts();
    const { url } = await startRedis({ dataDirectory, port, supervisor, onProgress: say });
    return await use({ redisUrl: url, masterKey: randomBytes(32).toString("base64url") });
  } finally {
    await supervisor.close();
  }
}
