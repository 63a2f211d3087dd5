import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Profiler } from "node:inspector";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { buildServers, STANCHION_PROGRAM } from "@/tools/stack/build";
import { projectPath } from "@/tools/stack/paths";
import { findFreePorts } from "@/tools/stack/ports";
import { answersOk } from "@/tools/stack/services";
import { type FindSource, readBundle } from "./read-bundle";

/** A function of our sources: its file, its name in the built program, and how often it was called. */
export type Called = { readonly file: string; readonly name: string; readonly times: number };

/** What the process did between two moments. */
export type Work = {
  /** The functions of ours that were called, by where they stand. */
  readonly calls: ReadonlyMap<string, Called>;
  /** Hashes, signatures and seals that were begun, or made at once. */
  readonly digests: number;
  /** How often something that was awaited went on. */
  readonly resumptions: number;
  readonly allocatedBytes: number;
};

/** What it sends when it is asked. */
type Counted = Omit<Work, "calls"> & { readonly scripts: readonly Profiler.ScriptCoverage[] };

/** The built waiting room in a process of its own, which counts what it calls. */
export type TracedRoom = {
  readonly port: number;
  /** Collects garbage: what is taken next was done after this. */
  readonly begin: () => Promise<void>;
  /** What was done since this was asked last, or since `begin`. */
  readonly takeWork: () => Promise<Work>;
  readonly close: () => Promise<void>;
};

/** Starts it on a Redis, as one process behind one proxy. Throws when it ends before it answers. */
export async function startTracedRoom(redisUrl: string, masterKey: string): Promise<TracedRoom> {
  await buildServers();
  const { waitingRoom: port, waitingRoomTls } = await findFreePorts();
  const room = fork(STANCHION_PROGRAM, ["waiting-room"], {
    execArgv: ["--require", projectPath("tools/trace-join/count-work.cjs")],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      REDIS_URL: redisUrl,
      MASTER_KEY: masterKey,
      WAITING_ROOM_URL: `http://room.localhost:${port}`,
      QUEUE_DOMAIN: `room.localhost:${waitingRoomTls}`,
      WAITING_ROOM_PORT: `${port}`,
      WAITING_ROOM_TLS_PORT: `${waitingRoomTls}`,
      WAITING_ROOM_PROCESSES: "1",
      TRUSTED_PROXIES: "1",
      DRAIN_SECONDS: "0",
    },
  });
  const ended = once(room, "exit");
  while (!(await answersOk(port, "/health"))) {
    if (room.exitCode !== null) throw new Error("The waiting room ended while starting.");
    await delay(50);
  }
  const bundles = new Map<string, FindSource>();
  return {
    port,
    begin: async () => {
      await ask(room, "begin");
    },
    takeWork: async () => {
      // The answer to this question has this shape.
      const { scripts, ...rest } = (await ask(room, "take")) as Counted;
      return { ...rest, calls: calledIn(scripts, bundles) };
    },
    close: async () => {
      room.kill("SIGKILL");
      await ended;
    },
  };
}

async function ask(room: ChildProcess, question: "begin" | "take"): Promise<unknown> {
  room.send(question);
  const [answer] = await once(room, "message");
  return answer;
}

function calledIn(
  scripts: readonly Profiler.ScriptCoverage[],
  bundles: Map<string, FindSource>,
): ReadonlyMap<string, Called> {
  const calls = new Map<string, Called>();
  for (const { url, functions } of scripts) {
    if (!url.startsWith("file:") || url.endsWith("count-work.cjs")) continue;
    const path = fileURLToPath(url);
    const findSource = bundles.get(path) ?? readBundle(path);
    bundles.set(path, findSource);
    for (const { functionName, ranges } of functions) {
      const [range] = ranges;
      if (range === undefined) continue;
      const file = findSource(range.startOffset);
      const called = { name: functionName, times: range.count };
      if (file !== null) calls.set(`${path}:${range.startOffset}`, { file, ...called });
    }
  }
  return calls;
}
