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

const CONNECTIONS = 64;
/** A generator that is held meanwhile must not take that for an answer's time; `wrk` has a counter for each microsecond. */
const TIMEOUT_SECONDS = 60;
/**
 * Runs a program that does not interrupt the servers whenever an answer wakes it, as visitors on machines
 * of their own do not: it waits until it is their turn to rest.
 */
const chrt = findProgram("chrt");

/** A request ready to be sent, as its bytes in text. */
export type RawRequest = string;

/** Where requests go, which are sent one after another and from the start again at the end. */
export type Target = { readonly port: number; readonly requests: readonly RawRequest[] };

/** What one load has shown. */
export type Load = {
  readonly perSecond: number;
  readonly requests: number;
};

/** A generator at work. */
export type RunningGenerator = {
  readonly processId: number;
  /** Asks it to end before its time. */
  readonly interrupt: () => void;
  /** Rejects when a request was answered with a status of 400 or more, or a connection broke. */
  readonly ended: Promise<Load>;
};

/**
 * The load generator: `wrk` (Debian has it), one thread and 64 connections. It shares the two cores
 * with the server; written in C it takes a fifth of what a generator in Node would take, so that the
 * server stays the limit, and its share is the same for ours and for the yardstick.
 */
export function findWrk(say: (line: string) => void): string {
  if (chrt === null) say("There is no chrt: the generator will interrupt the servers");
  const program = installProgram("wrk", ["wrk"], say);
  if (program === null) {
    throw new ExpectedFailure("The benchmark needs wrk (for example: apt-get install wrk).");
  }
  return program;
}

/**
 * Sends requests as fast as they are answered. Rejects when one is answered with a status of 400 or
 * more, or a connection breaks.
 */
export function saturate(wrk: string, target: Target, seconds: number): Promise<Load> {
  return startGenerator(wrk, target, seconds).ended;
}

/** Starts to send requests as fast as they are answered, for so many seconds at most. */
export function startGenerator(
  wrk: string,
  { port, requests }: Target,
  seconds: number,
): RunningGenerator {
  const directory = mkdtempSync(join(tmpdir(), "stanchion-bench-"));
  const file = join(directory, "requests");
  writeFileSync(file, requests.map((request) => `${request}\0`).join(""));
  const script = projectPath("tools/bench/harness/requests.lua");
  const load = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "--timeout", `${TIMEOUT_SECONDS}s`];
  const args = [...load, "-s", script, `http://127.0.0.1:${port}/`, "--", file];
  const [command = wrk, ...all] =
    chrt === null ? [wrk, ...args] : [chrt, "--batch", "0", wrk, ...args];
  const child = spawn(command, all, { stdio: ["ignore", "pipe", "inherit"] });
  // One that stands still would outlive this process.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = readLoad(child).finally(() => {
    process.off("exit", kill);
    rmSync(directory, { recursive: true, force: true });
  });
  return { processId: child.pid ?? 0, interrupt: () => child.kill("SIGINT"), ended };
}

async function readLoad(child: ChildProcessByStdio<null, Readable, null>): Promise<Load> {
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  const { requests, seconds, refused, broken } = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  if (refused > 0 || broken > 0) {
    throw new Error(`Of ${requests} requests ${refused} were refused and ${broken} broke.`);
  }
  return { requests, perSecond: requests / seconds };
}

/** The bytes of one request over a kept connection. */
export function rawRequest(
  method: "GET" | "POST",
  path: string,
  options: {
    readonly cookie?: string;
    readonly form?: Readonly<Record<string, string>>;
    /** Where it comes from, as a trusted proxy would say. */
    readonly address?: string;
  } = {},
): RawRequest {
  const body = options.form === undefined ? "" : new URLSearchParams(options.form).toString();
  const lines = [`${method} ${path} HTTP/1.1`, "Host: room.bench", "Accept: application/json"];
  if (options.cookie !== undefined) lines.push(`Cookie: ${options.cookie}`);
  if (options.address !== undefined) lines.push(`X-Forwarded-For: ${options.address}`);
  if (method === "POST") {
    lines.push("Content-Type: application/x-www-form-urlencoded", `Content-Length: ${body.length}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
