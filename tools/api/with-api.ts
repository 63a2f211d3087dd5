import { join } from "node:path";
import { disconnectDb } from "@/lib/db/client";
import { disconnectLineRedis } from "../shared/line-redis";
import { say } from "../stack/run-command";
import { startIsolated } from "../stack/stack";
import { temporaryDirectory } from "../stack/temporary-directory";

/** Runs an installation with the API as a process of its own for as long as `work` goes on; this process shares its database. */
export async function withApi<Result>(work: (baseUrl: string) => Promise<Result>): Promise<Result> {
  const dataDirectory = join(await temporaryDirectory("stanchion-api-"), "data");
  const { ports, env, close } = await startIsolated({
    dataDirectory,
    services: ["waiting-room", "worker", "api"],
    onProgress: say,
  });
  Object.assign(process.env, env);
  try {
    return await work(`http://127.0.0.1:${ports.api}`);
  } finally {
    disconnectLineRedis();
    await disconnectDb();
    await close();
  }
}
