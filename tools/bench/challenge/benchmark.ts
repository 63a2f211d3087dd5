import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PUZZLES } from "@/lib/domain/challenge/work";
import { serve } from "@/tools/shared/serve";
import { solveWork } from "@/tools/shared/solve-work";
import { withBrowser } from "@/tools/stack/browser";
import { browserScript, buildServers } from "@/tools/stack/build";
import { say } from "@/tools/stack/run-command";
import type { Task } from "@/waiting-room/client/challenge/solve";
import { compress } from "@/waiting-room/http/compress";
import { type Asker, isWorkDone, seedWork } from "@/waiting-room/visit/gate/challenge/proofs";
import type { Benchmark } from "../harness/benchmark";
import { median, percentile } from "../harness/medians";

const SOLVED = 101;
const VERIFIED = 200;
const ROUNDS = 50;
/** What an event has that chooses nothing else. */
const DIFFICULTY = 16;
const KEY = { bytes: randomBytes(32) };
const QUIET = { load: 0, offers: 0, nowMs: 1_800_000_000_000 };

/** What a proof of work costs: an unhurried visitor in Chromium from click to proof, and one core that checks it. */
export const challenge: Benchmark = {
  about: "how long a visitor calculates before joining, and what checking it costs",
  async measure() {
    await buildServers();
    const script = await readFile(browserScript("challenge"));
    say(`Solving ${SOLVED} proofs of work in Chromium`);
    const seeds = Array.from({ length: SOLVED }, (_, index) => taskOf(index, DIFFICULTY));
    const solved = await solveInBrowser(script, seeds);
    const checked = solved.every(({ proof }, index) =>
      isWorkDone(KEY, askerOf(index), proof, QUIET.nowMs),
    );
    if (!checked) throw new Error("A browser's proof was not accepted.");
    const times = solved.map(({ ms }) => ms);
    return {
      verifyMicroseconds: verifyMicroseconds(),
      solveMsP50: Math.round(median(times)),
      solveMsP95: Math.round(percentile(times, 0.95)),
      solverBytes: compress(script, "br", true).length,
    };
  },
};

function askerOf(index: number): Asker {
  const event = { customerId: "bench", eventId: "challenge", incarnation: null, runId: 1 };
  const joinId = `${index}`.padStart(22, "A");
  return { event, addressClass: `203.0.113.${index % 256}`, joinId, lane: " " };
}

function taskOf(index: number, difficulty: number) {
  return { ...seedWork(KEY, askerOf(index), { ...QUIET, difficulty }), puzzles: PUZZLES };
}

function verifyMicroseconds(): number {
  const proofs = Array.from({ length: VERIFIED }, (_, index) => {
    return { asker: askerOf(index), proof: solveWork(taskOf(index, 6)) };
  });
  const rounds = Array.from({ length: ROUNDS }, () => {
    const beganAtMs = performance.now();
    for (const { asker, proof } of proofs) {
      if (!isWorkDone(KEY, asker, proof, QUIET.nowMs)) throw new Error("A proof was refused.");
    }
    return ((performance.now() - beganAtMs) * 1_000) / VERIFIED;
  });
  return Math.round(median(rounds) * 10) / 10;
}

/** The first one compiles what the others use; visitors' browsers have one each, so it counts, too. */
type Solved = { readonly ms: number; readonly proof: string };

const POLICY = "default-src 'none'; script-src 'self'";
const PAGE = "<!doctype html><title>Challenge</title><div id=box></div>";

async function solveInBrowser(script: Buffer, tasks: readonly Task[]): Promise<Solved[]> {
  const { port, close } = await serve(({ url }, response) => {
    const isScript = url?.startsWith("/challenge.js") === true;
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.setHeader("content-security-policy", POLICY);
    response.end(isScript ? script : PAGE);
  });
  const solveAll = withBrowser(async (browser) => {
    const page = await browser.newPage();
    const solved: Solved[] = [];
    for (const task of tasks) {
      await page.goto(`http://127.0.0.1:${port}/`);
      solved.push(await page.evaluate(solveOne, task));
    }
    return solved;
  });
  return solveAll.finally(close);
}

/** Runs in the page. */
async function solveOne(task: Task): Promise<Solved> {
  const beganAtMs = performance.now();
  const { show }: typeof import("@/waiting-room/client/challenge/challenge") = await import(
    `${location.origin}/challenge.js`
  );
  const box = document.getElementById("box");
  if (box === null) throw new Error("There is no box.");
  const text = "-";
  const proof = await show(
    box,
    { kind: "work", joinId: "", expiresInMs: 600_000, script: "/challenge.js", ...task },
    {
      ...{ checkProgress: text, checkStarted: text, checkDone: text },
      ...{ checkStopButton: text, checkStopped: text, checkStartButton: text },
    },
  );
  return { ms: performance.now() - beganAtMs, proof };
}
