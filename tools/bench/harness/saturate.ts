import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { projectPath } from "@/tools/stack/paths";
import { findProgram, installProgram } from "@/tools/stack/programs";
import { say } from "@/tools/stack/run-command";
import type { RawRequest } from "./visitor-requests";

const CONNECTIONS = 64;
/** A generator that is held meanwhile must not take that for an answer's time; `wrk` has a counter for each microsecond. */
const TIMEOUT_SECONDS = 60;

/** Where requests go, which are sent one after another and from the start again at the end, over so many connections. */
export type Target = {
  readonly port: number;
  readonly requests: readonly RawRequest[];
  readonly connections?: number;
};

let command: readonly [string, ...string[]] | undefined;

/**
 * The load generator: `wrk` (Debian has it), one thread and 64 connections. It shares the two cores
 * with the server; written in C it takes a fifth of what a generator in Node would take, so that the
 * server stays the limit, and its share is the same for ours and for the yardstick. `chrt` runs it so that it
 * does not interrupt the servers whenever an answer wakes it, as visitors on machines of their own do not: it
 * waits until it is their turn to rest.
 */
function findGenerator(): readonly [string, ...string[]] {
  const chrt = findProgram("chrt");
  if (chrt === null) say("There is no chrt: the generator will interrupt the servers");
  const wrk = installProgram("wrk", ["wrk"], say);
  if (wrk === null)
    throw new ExpectedFailure("The benchmark needs wrk (for example: apt-get install wrk).");
  return chrt === null ? [wrk] : [chrt, "--batch", "0", wrk];
}

/**
 * Starts to send requests as fast as they are answered, for so many seconds at most; `interrupt` asks it to end before
 * its time. `ended` rejects when a request was answered with a status of 400 or more, or a connection broke.
 */
export function startGenerator(
  { port, requests, connections = CONNECTIONS }: Target,
  seconds: number,
) {
  command ??= findGenerator();
  const directory = mkdtempSync(join(tmpdir(), "stanchion-bench-"));
  const file = join(directory, "requests");
  writeFileSync(file, requests.map((request) => `${request}\0`).join(""));
  const script = projectPath("tools/bench/harness/requests.lua");
  const load = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", `${TIMEOUT_SECONDS}s`];
  const args = [...load, "-s", script, `http://127.0.0.1:${port}/`, "--", file];
  const [program, ...before] = command;
  const child = spawn(program, [...before, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  // One that stands still would outlive this process.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = readLoad(child).finally(() => {
    process.off("exit", kill);
    rmSync(directory, { recursive: true, force: true });
  });
  return { processId: child.pid ?? 0, interrupt: () => child.kill("SIGINT"), ended };
}

async function readLoad(child: ChildProcessByStdio<null, Readable, null>) {
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  const { requests, seconds, refused, broken } = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  if (refused > 0 || broken > 0)
    throw new Error(`Of ${requests} requests ${refused} were refused and ${broken} broke.`);
  return { requests: Number(requests), perSecond: requests / seconds };
}
