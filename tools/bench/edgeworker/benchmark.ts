import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectPath } from "@/tools/stack/paths";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import type { Benchmark } from "../harness/benchmark";
import { alternate, median } from "../harness/medians";
import { timeStart } from "../harness/process-figures";
import { bundleEdgeWorker, type EdgeRequest, edgeRequests } from "./program";

const STARTS = 9;
const ROUNDS = 9;
const DECISIONS = 10_000;

const runProgram = promisify(execFile);

/** The limits of EdgeWorkers, with Node as a stand-in for Akamai's engine, which is V8, too. */
export const edgeworker: Benchmark = {
  about: "the EdgeWorker's bundle in Node: its start, the CPU of a decision, its memory",
  async measure({ say }) {
    const folder = await temporaryDirectory("stanchion-edgeworker-");
    const worker = join(folder, "main.mjs");
    const requestsFile = join(folder, "requests.json");
    const requests = edgeRequests();
    await bundleEdgeWorker(worker);
    await writeFile(requestsFile, JSON.stringify(requests));
    say(`Starting the bundle and Node itself in turn, ${STARTS} times`);
    const start = await measureStart(worker);
    say(`Deciding about ${DECISIONS} requests, ${ROUNDS} times`);
    const { many } = await alternate(ROUNDS, {
      many: () => decideMany(worker, requestsFile, requests),
    });
    return {
      ...start,
      decideMs: median(many.map(({ cpuMs }) => cpuMs / DECISIONS)),
      heapMegabytes: median(many.map(({ heapMegabytes }) => heapMegabytes)),
    };
  },
};

async function measureStart(worker: string) {
  const node = { command: process.execPath, env: {} };
  const starts = await alternate(STARTS, {
    bundle: () => timeStart({ ...node, args: [worker] }),
    node: () => timeStart({ ...node, args: ["-e", "0"] }),
  });
  const startMs = median(starts.bundle.map(({ milliseconds }) => milliseconds));
  const nodeMs = median(starts.node.map(({ milliseconds }) => milliseconds));
  return { startMs, startOverNode: startMs / nodeMs };
}

type Measured = {
  readonly cpuMs: number;
  /** After a collection, above what was there before the bundle was loaded. */
  readonly heapMegabytes: number;
  readonly outcomes: Readonly<Record<string, number>>;
};

/** Throws when a request was not decided as it has to be. */
async function decideMany(
  worker: string,
  requestsFile: string,
  requests: readonly EdgeRequest[],
): Promise<Measured> {
  const program = projectPath("tools", "bench", "edgeworker", "decide-many.js");
  const args = ["--expose-gc", program, worker, requestsFile, String(DECISIONS)];
  const { stdout } = await runProgram(process.execPath, args);
  const measured: Measured = JSON.parse(stdout);
  for (const { outcome } of requests) {
    const expected = requests.filter((request) => request.outcome === outcome).length;
    if (measured.outcomes[outcome] !== (DECISIONS / requests.length) * expected) {
      throw new Error(`Decisions were wrong: ${JSON.stringify(measured.outcomes)}.`);
    }
  }
  return measured;
}
