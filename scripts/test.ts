import { rmSync } from "node:fs";
import { join } from "node:path";
import { runBrowserTests } from "../tools/checks/browser-tests";
import { listChecks } from "../tools/checks/checks";
import { runSteps, runVitest, type Step } from "../tools/checks/suite";
import { requireBrowser } from "../tools/stack/browser";
import { ExpectedFailure } from "../tools/stack/expected-failure";
import { readOptions, runCommand } from "../tools/stack/run-command";
import { temporaryDirectory } from "../tools/stack/temporary-directory";

const USAGE = `Runs every check and test on ports and in a data folder of its own.

  npm test
  npm test -- --only unit,redis

--only   some of: check, unit, redis, database, e2e
--keep   leaves the folder with logs, reports and traces, and says where it is

Environment: DATABASE_URL and REDIS_URL name servers to use instead of own ones; the tests then make
a database of their own on the first and use number 15 of the second.`;

const PARTS = ["check", "unit", "redis", "database", "e2e"] as const;
type Part = (typeof PARTS)[number];

function readParts(only: string | undefined): readonly Part[] {
  const wanted = only?.split(",") ?? [...PARTS];
  const unknown = wanted.find((name) => !PARTS.some((part) => part === name));
  if (unknown === undefined) return PARTS.filter((part) => wanted.includes(part));
  throw new ExpectedFailure(`--only takes ${PARTS.join(", ")}; not "${unknown}".`);
}

function listSteps(parts: readonly Part[], folder: string): Step[] {
  const onProgress = (line: string): void => console.log(`• ${line}`);
  const steps = listChecks(folder).filter(({ part }) => parts.includes(part));
  if (parts.includes("unit")) {
    const run = () => runVitest(["simulation"], join(folder, "simulation.json"));
    const runInRuntimes = async () => {
      requireBrowser(onProgress);
      return runVitest(["runtimes"], join(folder, "runtimes.json"));
    };
    steps.push({ part: "unit", name: "simulations", run });
    steps.push({ part: "unit", name: "connectors in their runtimes", run: runInRuntimes });
  }
  const projects = parts.filter((part) => part === "redis" || part === "database");
  if (projects.length > 0) {
    const report = join(folder, "servers.json");
    const name = `tests on a real ${projects.join(" and ")}`;
    steps.push({ part: "redis", name, run: () => runVitest(projects, report) });
  }
  if (parts.includes("e2e")) {
    const run = () => runBrowserTests(folder, onProgress);
    steps.push({ part: "e2e", name: "browser journeys", run });
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
  const { passed, failed } = await runSteps(listSteps(parts, folder));
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
