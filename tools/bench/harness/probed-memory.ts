import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { projectPath } from "@/tools/stack/paths";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import type { RoomService, RunningServer } from "./servers";

const PATIENCE_MS = 30_000;

/** What a process holds after everything that nobody uses was collected, in bytes. */
export type Memory = { readonly heapUsed: number; readonly external: number; readonly rss: number };

/**
 * The same server, started so that it can be asked for its memory: with a module of the benchmark in
 * front of its own code, which answers a signal. Nothing of it is in the server itself.
 */
export async function withMemoryProbe(room: RoomService) {
  const file = join(await temporaryDirectory("bench-memory-"), "memory.json");
  const args = ["--expose-gc", "--require", projectPath("tools/bench/harness/memory-probe.cjs")];
  const { service } = room;
  return {
    room: {
      ...room,
      service: {
        ...service,
        args: [...args, ...service.args],
        env: { ...service.env, MEMORY_PROBE_FILE: file },
      },
    },
    read: async ({ processId }: RunningServer): Promise<Memory> => {
      rmSync(file, { force: true });
      process.kill(processId, "SIGUSR2");
      const endMs = performance.now() + PATIENCE_MS;
      while (!existsSync(file)) {
        if (performance.now() > endMs) throw new Error("The server did not tell its memory.");
        await setTimeout(50);
      }
      return JSON.parse(readFileSync(file, "utf8"));
    },
  };
}
