import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type * as NodeHmac from "@/connectors/src/adapters/node/hmac";
import type * as Core from "@/connectors/src/core";
import type { Figures } from "@/tools/shared/bars";
import { PROJECT_DIRECTORY, projectPath } from "@/tools/stack/paths";
import { say } from "@/tools/stack/run-command";
import { runNode } from "@/tools/stack/run-to-end";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import type { Benchmark } from "../harness/benchmark";
import { alternate, byName, median, medianRatio } from "../harness/medians";
import type { OtherBuild } from "../harness/other-build";
import type { Comparison } from "../harness/ratios";
import { measureBehindNginx } from "./behind-nginx";
import type * as Ours from "./ours";
import type * as Theirs from "./theirs";
import { makeVisits, type Outcome, SECRET, type Visit } from "./visits";

const ROUNDS = 15;
const CHECKS_OF_OURS = 40_000;
const CHECKS_OF_THEIRS = 8_000;
/** Of two builds: checks of some 30 ms, so that what else the machine does then falls on both. */
const COMPARED = { rounds: 41, warmUpRounds: 6, checks: 5_000 } as const;
const CASES = [
  ["validCookie", "Cookie"],
  ["slidingCookie", "Sliding"],
  ["validToken", "Token"],
  ["noMatch", "NoMatch"],
] as const;

/** Our core against the unmodified public connector, with the same rules and visits, in one process. */
export const connector: Benchmark = {
  about: "checks of session, token and no match: our connector against the public one",
  measure,
  compare,
};

async function measure(): Promise<Figures> {
  const folder = await buildPackage();
  const decideByOurs = await loadOurs(PROJECT_DIRECTORY, folder);
  const decideByTheirs = await loadTheirs();
  const { signedText, ...visits } = makeVisits();
  const measurements: Record<string, () => Promise<number>> = {
    hmac: async () =>
      nanosecondsEach(CHECKS_OF_OURS, () =>
        createHmac("sha256", SECRET).update(signedText).digest("hex"),
      ),
  };
  for (const [name, figure] of CASES) {
    const { visit } = visits[name];
    await requireRight(name, visits[name], [decideByOurs, decideByTheirs]);
    measurements[`our${figure}`] = async () =>
      nanosecondsEach(CHECKS_OF_OURS, () => decideByOurs(visit));
    measurements[`their${figure}`] = () =>
      nanosecondsEachAwaited(CHECKS_OF_THEIRS, () => decideByTheirs(visit));
  }
  say("Warming up");
  await alternate(2, measurements);
  say(`Measuring ours and theirs in turn, ${ROUNDS} times`);
  const rounds = await alternate(ROUNDS, measurements);
  const nanoseconds = byName(Object.keys(rounds), (name) => median(rounds[name] ?? []));
  const ratio = (one: string, other: string) =>
    (nanoseconds[one] ?? Number.NaN) / (nanoseconds[other] ?? Number.NaN);
  const ratios = CASES.map(([name, figure]) => [
    `${name}Ratio`,
    ratio(`their${figure}`, `our${figure}`),
  ]);
  const cookieVsHmac = ratio("hmac", "ourCookie");
  const behindNginx = await measureBehindNginx(folder);
  return { nanoseconds, ...Object.fromEntries(ratios), cookieVsHmac, ...behindNginx };
}

/** Two builds of our connector in one process, each check in turn. */
async function compare(other: OtherBuild): Promise<Comparison> {
  const deciders = { ours: await loadOurs(), theirs: await loadOurs(other.directory) };
  const ratios: Record<string, number> = {};
  for (const [name] of CASES) {
    say(`Measuring ${name} in turn, ${COMPARED.rounds} times`);
    const known = makeVisits()[name];
    await requireRight(name, known, Object.values(deciders));
    const measurements = byName(["ours", "theirs"], (side) => async () => {
      return nanosecondsEach(COMPARED.checks, () => deciders[side](known.visit));
    });
    await alternate(COMPARED.warmUpRounds, measurements);
    const { ours, theirs } = await alternate(COMPARED.rounds, measurements);
    ratios[`${name}Nanoseconds`] = medianRatio(ours, theirs);
  }
  return { ratios, tolerance: 0.1 };
}

/** Nothing is measured that decides wrongly. */
async function requireRight(
  name: string,
  { visit, outcome }: { readonly visit: Visit; readonly outcome: Outcome },
  deciders: readonly ((visit: Visit) => Outcome | Promise<Outcome>)[],
): Promise<void> {
  for (const decide of deciders) {
    const decided = await decide(visit);
    if (decided !== outcome) throw new Error(`${name} was decided as ${decided}, not ${outcome}.`);
  }
}

/** Processor time, which other processes on the machine change less than the time of day. */
function nanosecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) * 1000;
}

function nanosecondsEach(count: number, run: () => unknown): number {
  const start = process.cpuUsage();
  for (let index = 0; index < count; index += 1) run();
  return nanosecondsSince(start) / count;
}

async function nanosecondsEachAwaited(count: number, run: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  for (let index = 0; index < count; index += 1) await run();
  return nanosecondsSince(start) / count;
}

/** Where a commit may keep the code around its connector. */
const BENCH_FOLDERS = ["tools/bench/connector", "bench/connector"];

async function load<Module>(folder: string, file: string): Promise<Module> {
  return import(pathToFileURL(join(folder, file)).href);
}

async function bundle(entry: string, outdir: string, project: string): Promise<void> {
  await build({
    ...{ entryPoints: [entry], outdir, tsconfig: join(project, "tsconfig.json") },
    ...{ bundle: true, packages: "external", format: "esm", platform: "node", target: "node20" },
  });
}

/** An empty folder of modules, which find the project's packages. */
async function moduleFolder(): Promise<string> {
  const folder = await temporaryDirectory("stanchion-connector-");
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await symlink(projectPath("node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Builds the connector's package of a checked-out project as it is published, with nothing of the tools that run our scripts. */
async function buildPackage(project = PROJECT_DIRECTORY): Promise<string> {
  const folder = await moduleFolder();
  const tsc = projectPath("node_modules/@typescript/native/bin/tsc");
  const args = ["-p", join(project, "connectors/tsconfig.build.json"), "--outDir", folder];
  const { code, output } = await runNode({ args: [tsc, ...args], directory: project });
  if (code !== 0) throw new Error(`The connector could not be built:\n${output}`);
  return folder;
}

/**
 * The core of a project's built package, and that project's own code around it: what the core is called with may
 * differ between commits.
 */
async function loadOurs(
  project = PROJECT_DIRECTORY,
  packageFolder?: string,
): Promise<(visit: Visit) => Outcome> {
  const folder = packageFolder ?? (await buildPackage(project));
  const entry = BENCH_FOLDERS.map((path) => join(project, path, "ours.ts")).find(existsSync);
  if (entry === undefined) throw new Error("There is no code that calls the connector's core.");
  await bundle(entry, folder, project);
  const { createOurs } = await load<typeof Ours>(folder, "ours.js");
  const core = await load<typeof Core>(folder, "core/index.js");
  const { hmacByNode } = await load<typeof NodeHmac>(folder, "adapters/node/hmac.js");
  return createOurs(core, hmacByNode);
}

async function loadTheirs(): Promise<(visit: Visit) => Promise<Outcome>> {
  const folder = await moduleFolder();
  await bundle(projectPath("tools/bench/connector/theirs.ts"), folder, PROJECT_DIRECTORY);
  return (await load<typeof Theirs>(folder, "theirs.js")).decideByTheirs;
}
