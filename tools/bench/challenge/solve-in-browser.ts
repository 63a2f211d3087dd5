import { serve } from "@/tools/shared/serve";
import { launchBrowser } from "@/tools/stack/browser";
import type { Task } from "@/waiting-room/client/challenge/solve";
import type { BenchContext } from "../harness/benchmark";

/** The first one compiles what the others use; visitors' browsers have one each, so it counts, too. */
export type Solved = { readonly ms: number; readonly proof: string };

const POLICY = "default-src 'none'; script-src 'self'";
const PAGE = "<!doctype html><title>Challenge</title><div id=box></div>";

/** Solves tasks in fresh pages of Chromium, one after the other, as the waiting page has them solved. */
export async function solveInBrowser(
  script: Buffer,
  tasks: readonly Task[],
  { say }: BenchContext,
): Promise<Solved[]> {
  const { port, close } = await serve(({ url }, response) => {
    const isScript = url?.startsWith("/challenge.js") === true;
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.setHeader("content-security-policy", POLICY);
    response.end(isScript ? script : PAGE);
  });
  const browser = await launchBrowser(say);
  try {
    const page = await browser.newPage();
    const solved: Solved[] = [];
    for (const task of tasks) {
      await page.goto(`http://127.0.0.1:${port}/`);
      solved.push(await page.evaluate(solveOne, task));
    }
    return solved;
  } finally {
    await browser.close();
    await close();
  }
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
      checkProgress: text,
      checkStarted: text,
      checkDone: text,
      checkStopButton: text,
      checkStopped: text,
      checkStartButton: text,
    },
  );
  return { ms: performance.now() - beganAtMs, proof };
}
