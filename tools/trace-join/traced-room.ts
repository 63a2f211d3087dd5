import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { SourceMap } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Redis } from "@/lib/line/redis-client";
import { type MasterKey, parseMasterKey } from "@/lib/secrets/seal";
import { publishCustomer } from "@/tools/bench/harness/events";
import { type Installation, roomEnvironment, withRedis } from "@/tools/bench/harness/servers";
import { until } from "@/tools/shared/time";
import { buildServers, STANCHION_PROGRAM } from "@/tools/stack/build";
import { projectPath } from "@/tools/stack/paths";
import { answersOk } from "@/tools/stack/services";

/** A function of our sources: its file, its name in the built program, and how often it was called. */
export type Called = { readonly file: string; readonly name: string; readonly times: number };

type Work = {
  /** The functions of ours that were called, by where they stand. */
  readonly calls: ReadonlyMap<string, Called>;
  /** Hashes, signatures and seals that were begun, or made at once. */
  readonly digests: number;
  /** How often something that was awaited went on. */
  readonly resumptions: number;
  readonly allocatedBytes: number;
};

type Counted = Omit<Work, "calls"> & { readonly scripts: readonly Profiler.ScriptCoverage[] };

/** The built waiting room in a process of its own, which counts what it calls, and the Redis that it is on. */
export type TracedRoom = ReturnType<typeof tracedRoom> & { readonly redis: Redis };

/** Runs it as one process behind one proxy, with a customer. Throws when it ends before it answers. */
export async function withTracedRoom<Result>(
  own: Installation,
  use: (room: TracedRoom) => Promise<Result>,
): Promise<Result> {
  await buildServers();
  const { port, env } = await roomEnvironment(own, 1);
  const room = fork(STANCHION_PROGRAM, ["waiting-room"], {
    execArgv: ["--require", projectPath("tools/trace-join/count-work.cjs")],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...env, NODE_ENV: "production", DRAIN_SECONDS: "0" },
  });
  const ended = once(room, "exit");
  const traced = tracedRoom(room, port, parseMasterKey(own.masterKey));
  try {
    await until("the waiting room answers", () => {
      if (room.exitCode !== null) throw new Error("The waiting room ended while starting.");
      return answersOk(port, "/health");
    });
    return await withRedis(own.redisUrl, async (redis) => {
      await publishCustomer(redis, traced.master);
      return use({ ...traced, redis });
    });
  } finally {
    room.kill("SIGKILL");
    await ended;
  }
}

function tracedRoom(room: ChildProcess, port: number, master: MasterKey) {
  const bundles = new Map<string, FindSource>();
  return {
    ...{ port, master },
    /** Collects garbage: what is taken next was done after this. */
    begin: () => ask(room, "begin"),
    /** What was done since this was asked last, or since `begin`. */
    async takeWork(): Promise<Work> {
      // The answer to this question has this shape.
      const { scripts, ...rest } = (await ask(room, "take")) as Counted;
      return { ...rest, calls: calledIn(scripts, bundles) };
    },
  };
}

async function ask(room: ChildProcess, question: "begin" | "take"): Promise<unknown> {
  room.send(question);
  const [answer] = await once(room, "message");
  return answer;
}

function calledIn(scripts: readonly Profiler.ScriptCoverage[], bundles: Map<string, FindSource>) {
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

/** Where in our sources a place of a built file comes from; null for what is no source of ours. */
type FindSource = (offset: number) => string | null;

/** Reads a built file with its source map, which lies beside it. */
function readBundle(file: string): FindSource {
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  const ends = readFileSync(file, "utf8").matchAll(/\n/g);
  const lineStarts = [0, ...[...ends].map(({ index }) => index + 1)];
  return (offset) => {
    const line = lineStarts.findLastIndex((start) => start <= offset);
    const entry = map.findEntry(line, offset - (lineStarts[line] ?? 0));
    if (!("originalSource" in entry)) return null;
    const source = relative(projectPath(), resolve(dirname(file), entry.originalSource));
    return source.startsWith("..") || source.includes("node_modules/") ? null : source;
  };
}
