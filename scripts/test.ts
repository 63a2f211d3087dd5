import { rmSync } from "node:fs";
import { join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { runBrowserTests } from "../tools/checks/browser-tests";
import { listChecks } from "../tools/checks/checks";
import { NEWER_NODE, requireNewerNode } from "../tools/checks/newer-node";
import { runSteps, runVitest, type Step } from "../tools/checks/suite";
import { checkPackageWithPnpm } from "../tools/checks/with-pnpm";
import { requireBrowser } from "../tools/stack/browser";
import { installRedis } from "../tools/stack/redis";
import { readOptions, runCommand } from "../tools/stack/run-command";
import { temporaryDirectory } from "../tools/stack/temporary-directory";

const USAGE = `Runs every check and test on ports and in a data folder of its own.

  npm test
  npm test -- --only unit,redis

--only   some of: check, unit, redis, database, e2e
--keep   leaves the folder with logs, reports and traces, and says where it is

Environment: DATABASE_URL and REDIS_URL name servers to use instead of own ones; the tests then make
databases of their own on the first and use numbers 13 to 15 of the second.`;

const PARTS = ["check", "unit", "redis", "database", "e2e"] as const;
type Part = (typeof PARTS)[number];

function readParts(only: string | undefined): readonly Part[] {
  const wanted = only?.split(",") ?? [...PARTS];
  const unknown = wanted.find((name) => !PARTS.some((part) => part === name));
  if (unknown === undefined) return PARTS.filter((part) => wanted.includes(part));
  throw new ExpectedFailure(`--only takes ${PARTS.join(", ")}; not "${unknown}".`);
}

const say = (line: string): void => console.log(`• ${line}`);

/** Installs what steps would install side by side, which only one can do at a time. */
function installPrograms(parts: readonly Part[]): void {
  if (parts.includes("unit") || parts.includes("e2e")) requireBrowser(say);
  const needsRedis = ["redis", "database", "e2e"] as const;
  if (needsRedis.some((part) => parts.includes(part))) installRedis(say);
}

/** The steps that take longest come first: beside them there is room for the others. */
async function listSteps(parts: readonly Part[], folder: string): Promise<Step[]> {
  const steps: Step[] = [];
  const add = (part: Part, name: string, projects: readonly string[], program?: string): void => {
    const reportFile = join(folder, `vitest-${steps.length}.json`);
    const vitest = { projects, reportFile, program };
    const waitsOnServers = projects.some(
      (project) => project === "redis" || project === "database",
    );
    steps.push({
      part,
      name,
      run: () => runVitest(vitest),
      ...(waitsOnServers && { runAgain: (files) => runVitest({ ...vitest, files }) }),
    });
  };
  if (parts.includes("e2e")) {
    steps.push({ part: "e2e", name: "browser journeys", run: () => runBrowserTests(folder, say) });
  }
  steps.push(...listChecks(folder).filter(({ part }) => parts.includes(part)));
  const projects = parts.filter((part) => part === "redis" || part === "database");
  if (projects.length > 0) add("redis", `tests on a real ${projects.join(" and ")}`, projects);
  if (parts.includes("unit")) {
    add("unit", "connectors in their runtimes", ["runtimes"]);
    add("unit", "simulations", ["simulation"]);
    const name = "the connectors in a project of pnpm";
    steps.push({ part: "unit", name, run: checkPackageWithPnpm });
  }
  const both = (["unit", "redis"] as const).filter((part) => parts.includes(part));
  const newerNode = both.length > 0 ? await requireNewerNode() : null;
  if (newerNode !== null) {
    for (const part of both) add(part, `${part} tests on Node ${NEWER_NODE}`, [part], newerNode);
  }
  return steps;
}

runCommand(async () => {
  const { values } = readOptions({
    options: {
      help: { type: "boolean", short: "h" },
      only: { type: "string" },
      keep: { type: "boolean" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const parts = readParts(values.only);
  const folder = await temporaryDirectory("stanchion-test-");
  if (values.keep) console.log(`• Logs, reports and traces go to ${folder}`);
  else process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  installPrograms(parts);
  const { passed, failed } = await runSteps(await listSteps(parts, folder));
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
