import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import type { IntegrationConfig } from "@/connectors/src/core";
import { configOf, pathRule } from "@/tools/shared/integration-config";
import { projectPath } from "@/tools/stack/paths";
import { say } from "@/tools/stack/run-command";
import { runNode } from "@/tools/stack/run-to-end";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import type { Benchmark } from "../harness/benchmark";
import { figuresIn, median, repeat } from "../harness/medians";
import { startFigures } from "../harness/process-figures";
import { siteRights } from "../harness/site-rights";

const ROUNDS = 9;
const DECISIONS = 10_000;

/** The limits of EdgeWorkers, with Node as a stand-in for Akamai's engine, which is V8, too. */
export const edgeworker: Benchmark = {
  about: "the EdgeWorker's bundle in Node: its start, the CPU of a decision, its memory",
  async measure() {
    const folder = await temporaryDirectory("stanchion-edgeworker-");
    const worker = join(folder, "main.mjs");
    const requestsFile = join(folder, "requests.json");
    const requests = edgeRequests();
    await bundleEdgeWorker(worker);
    await writeFile(requestsFile, JSON.stringify(requests));
    say("Starting the bundle and Node itself in turn");
    const program = { command: process.execPath, args: [worker], env: {} };
    const { startMs, startOverNode } = await startFigures(program);
    say(`Deciding about ${DECISIONS} requests, ${ROUNDS} times`);
    const many = await repeat(ROUNDS, () => decideMany(worker, requestsFile, requests));
    return {
      ...{ startMs, startOverNode },
      decideMs: median(figuresIn(many, "cpuMs")) / DECISIONS,
      heapMegabytes: median(figuresIn(many, "heapMegabytes")),
    };
  },
};

type Measured = {
  readonly cpuMs: number;
  /** After a collection, above what was there before the bundle was loaded. */
  readonly heapMegabytes: number;
  readonly outcomes: Readonly<Record<string, number>>;
};

/** Throws when a request was not decided as it has to be. */
async function decideMany(worker: string, requestsFile: string, requests: readonly EdgeRequest[]) {
  const program = projectPath("tools", "bench", "edgeworker", "decide-many.js");
  const args = ["--expose-gc", program, worker, requestsFile, String(DECISIONS)];
  const { output } = await runNode({ args });
  const measured: Measured = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  for (const { outcome } of requests) {
    const expected = requests.filter((request) => request.outcome === outcome).length;
    if (measured.outcomes[outcome] !== (DECISIONS / requests.length) * expected)
      throw new Error(`Decisions were wrong: ${JSON.stringify(measured.outcomes)}.`);
  }
  return measured;
}

const SECRET = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef01234567";
const RULES = 20;

/** As many rules as a busy customer has; the last one applies to the requests below. */
function buildConfig(): IntegrationConfig {
  const flags = { IsCookieHttpOnly: true, IsCookieSecure: true };
  const ruleFor = (path: string) => pathRule(path, { Name: `Rule for ${path}`, ...flags });
  const others = Array.from({ length: RULES - 1 }, (_, index) => ruleFor(`/other-${index}`));
  return configOf([...others, ruleFor("/tickets")]);
}

async function bundleEdgeWorker(outfile: string): Promise<void> {
  const options = { customerId: "acme", secrets: [SECRET], failOpen: false, config: buildConfig() };
  await build({
    stdin: {
      contents: `import { createEdgeWorker } from "./connectors/src/adapters/akamai/index.ts";
export const { onClientRequest, onClientResponse } = createEdgeWorker(${JSON.stringify(options)});`,
      resolveDir: projectPath(),
    },
    ...{ bundle: true, format: "esm", target: "es2022", minify: true, logLevel: "silent" },
    outfile,
  });
}

/** A request and what has to come of it: status and number of cookies. */
type EdgeRequest = Readonly<Record<"url" | "cookie" | "outcome", string>>;

/** What visitors send: no session, a good token, a session, a page without a rule. */
function edgeRequests(): readonly EdgeRequest[] {
  const { token, cookieOf } = siteRights("sale", SECRET);
  const cookie = cookieOf(null);
  return [
    { url: "/tickets?a=1", cookie: "", outcome: "302 0" },
    { url: `/tickets?a=1&queueittoken=${token}`, cookie: "", outcome: "302 0" },
    { url: "/tickets?a=1", cookie, outcome: "200 1" },
    { url: "/about", cookie, outcome: "200 0" },
  ];
}
