import { rm } from "node:fs/promises";
import { type RedisMember, startRedisMember } from "@/tools/redis-group/redis-members";
import { findFreePorts, type Ports } from "@/tools/stack/ports";
import { Supervisor } from "@/tools/stack/processes";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

/** Redis servers of one test file, apart from the one that tests share. */
export type OwnRedis = {
  /** Starts one with safe settings, or others over them. */
  start(settings?: Readonly<Record<string, string>>): Promise<RedisMember>;
  /** A port that nobody else of this file gets. */
  nextPort(): Promise<number>;
  readonly supervisor: Supervisor;
  readonly dataDirectory: string;
  close(): Promise<void>;
};

export async function ownRedis(): Promise<OwnRedis> {
  const dataDirectory = await temporaryDirectory("stanchion-redis-");
  const supervisor = new Supervisor(`${dataDirectory}/logs`);
  let free: number[] = [];
  let started = 0;
  // All at once: asked for one by one, the same port would be free for two.
  async function nextPort(): Promise<number> {
    if (free.length === 0) {
      const ports: Ports = await findFreePorts();
      free = Object.values(ports);
    }
    return free.pop() ?? nextPort();
  }
  return {
    nextPort,
    supervisor,
    dataDirectory,
    async start(settings = {}) {
      const port = await nextPort();
      started += 1;
      const name = `own-redis-${started}`;
      const onProgress = () => undefined;
      return startRedisMember({ name, port, dataDirectory, supervisor, settings, onProgress });
    },
    async close() {
      await supervisor.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
