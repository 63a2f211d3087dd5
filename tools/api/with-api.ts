import { join } from "node:path";
import { disconnectDb } from "@/lib/db/client";
import { disconnectLineRedis } from "../shared/line-redis";
import { say } from "../stack/run-command";
import { startIsolated } from "../stack/stack";
import { temporaryDirectory } from "../stack/temporary-directory";

/** Where an installation answers programs and connectors. */
export type Addresses = { readonly api: string; readonly waitingRoom: string };

/** Runs an installation with the API as a process of its own for as long as `work` goes on; this process shares its database. */
export async function withApi<Result>(
  work: (addresses: Addresses) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = join(await temporaryDirectory("stanchion-api-"), "data");
  const { ports, urls, env, close } = await startIsolated({
    dataDirectory,
    services: ["waiting-room", "worker", "api"],
    onProgress: say,
    isForCrowds: true,
  });
  Object.assign(process.env, env);
  try {
    return await work({ api: `http://127.0.0.1:${ports.api}`, waitingRoom: urls.waitingRoom });
  } finally {
    disconnectLineRedis();
    await disconnectDb();
    await close();
  }
}
