import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ExpectedFailure } from "@/scripts/stack/expected-failure";
import { projectPath } from "@/scripts/stack/paths";
import { findProgram, installPackages } from "@/scripts/stack/programs";

const CONNECTIONS = 64;
/**
 * Runs a program that does not interrupt the servers whenever an answer wakes it, as visitors on machines
 * of their own do not: it waits until it is their turn to rest.
 */
const chrt = findProgram("chrt");

/** A request ready to be sent, as its bytes in text. */
export type RawRequest = string;

/** What one load has shown. */
export type Load = {
  readonly perSecond: number;
  readonly requests: number;
};

/**
 * The load generator: `wrk` (Debian has it), one thread and 64 connections. It shares the two cores
 * with the server; written in C it takes a fifth of what a generator in Node would take, so that the
 * server stays the limit, and its share is the same for ours and for the yardstick.
 */
export function findWrk(say: (line: string) => void): string {
  if (chrt === null) say("There is no chrt: the generator will interrupt the servers");
  const installed = findProgram("wrk");
  if (installed !== null) return installed;
  say("Installing wrk with apt");
  const program = installPackages("wrk") ? findProgram("wrk") : null;
  if (program === null) {
    throw new ExpectedFailure("The benchmark needs wrk (for example: apt-get install wrk).");
  }
  return program;
}

/**
 * Sends requests as fast as they are answered, one after another and from the start again at the
 * end. Throws when one is answered with a status of 400 or more, or a connection breaks.
 */
export async function saturate(
  wrk: string,
  target: { readonly port: number; readonly requests: readonly RawRequest[] },
  seconds: number,
): Promise<Load> {
  const directory = mkdtempSync(join(tmpdir(), "stanchion-bench-"));
  try {
    const file = join(directory, "requests");
    writeFileSync(file, target.requests.map((request) => `${request}\0`).join(""));
    const script = projectPath("bench/harness/requests.lua");
    const url = `http://127.0.0.1:${target.port}/`;
    const options = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "-s", script, url, "--", file];
    const run = promisify(execFile);
    const { stdout } = await (chrt === null
      ? run(wrk, options)
      : run(chrt, ["--batch", "0", wrk, ...options]));
    return readLoad(stdout);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function readLoad(output: string): Load {
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
  options: { readonly cookie?: string; readonly form?: Readonly<Record<string, string>> } = {},
): RawRequest {
  const body = options.form === undefined ? "" : new URLSearchParams(options.form).toString();
  const lines = [`${method} ${path} HTTP/1.1`, "Host: room.bench", "Accept: application/json"];
  if (options.cookie !== undefined) lines.push(`Cookie: ${options.cookie}`);
  if (method === "POST") {
    lines.push("Content-Type: application/x-www-form-urlencoded", `Content-Length: ${body.length}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
