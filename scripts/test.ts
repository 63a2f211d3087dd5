import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { runBrowserTests } from "../tools/checks/browser-tests";
import { listChecks } from "../tools/checks/checks";
import { checkPackageWithPnpm } from "../tools/checks/connector-package";
import { listChangedFiles, listFocusedSteps } from "../tools/checks/focused-tests";
import { NEWER_NODE, requireNewerNode } from "../tools/checks/pinned-programs";
import { runSteps, runTask, type Step, type StepResult } from "../tools/checks/suite";
import { runVitest } from "../tools/checks/vitest";
import { requireBrowser } from "../tools/stack/browser";
import { installRedis } from "../tools/stack/redis";
import { choose, runHelpful } from "../tools/stack/run-command";
import { temporaryDirectory } from "../tools/stack/temporary-directory";

const USAGE = `Runs every check and test on ports and in a data folder of its own.

  npm test
  npm test -- --only unit,redis
  npm test -- lib/domain e2e/spa.spec.ts
  npm test -- --changed

PATH       only the tests in these files and folders; of another source, the unit tests that import it
--changed  the same of all files that differ from the last commit
--only     some of: check, unit, redis, database, e2e
--keep     leaves the folder with logs, reports and traces, and says where it is

Environment: DATABASE_URL and REDIS_URL name servers to use instead of own ones; the tests then make
databases of their own on the first, and use numbers 9 to 15 of the second, which they empty.`;

const PARTS = ["check", "unit", "redis", "database", "e2e"] as const;
type Part = (typeof PARTS)[number];

/** What runs in installations and sites; the rest looks at sources, documents and tools, which are the same on every Node. */
const IN_PRODUCTION =
  "cli/ components/ connectors/test/ lib/ rehearsal/ waiting-room/ workers/".split(" ");

const say = (line: string): void => console.log(`• ${line}`);

/** Installs what steps would install side by side, which only one can do at a time. */
function installPrograms(parts: readonly Part[]): void {
  if (parts.includes("unit") || parts.includes("e2e")) requireBrowser(say);
  const needsRedis = ["redis", "database", "e2e"] as const;
  if (needsRedis.some((part) => parts.includes(part))) installRedis(say);
}

/** The steps that take longest come first: beside them there is room for the others. */
async function listSteps(parts: readonly Part[], folder: string): Promise<Step[]> {
  const usesNewer = parts.includes("unit") || parts.includes("redis");
  const newer = (usesNewer && (await requireNewerNode())) || undefined;
  const onNewer = newer === undefined ? "" : ` on Node ${NEWER_NODE}`;
  const unitOnNewer = (): Promise<StepResult> =>
    runVitest({ projects: ["unit"], folder, program: newer, files: IN_PRODUCTION });
  const step = (part: Part, name: string, project: string, program?: string): Step => {
    const run = (files: readonly string[] = []) =>
      runVitest({ projects: [project], folder, program, files });
    const waitsOnServers = part === "redis" || part === "database";
    return { part, name, run, ...(waitsOnServers && { runAgain: run }) };
  };
  const journeys = (files: readonly string[] = []) => runBrowserTests(folder, files, say);
  const fuzz = () => runTask({ args: ["scripts/bootstrap.js", "fuzz", "--seconds", "10"] });
  const pnpm = "the connectors in a project of pnpm";
  const all: readonly Step[] = [
    { part: "e2e", name: "browser journeys", isAlone: true, run: journeys, runAgain: journeys },
    ...listChecks(folder),
    step("database", "tests on a real database", "database"),
    step("database", "migrations on a real database", "migrations"),
    // The line runs on this Node in the tests before as well.
    step("redis", `tests on a real redis${onNewer}`, "redis", newer),
    step("unit", "connectors in their runtimes", "runtimes"),
    step("unit", "simulations", "simulation"),
    { part: "unit", name: pnpm, run: checkPackageWithPnpm },
    // With a seed of its own each time, which a failure names.
    { part: "unit", name: "changed inputs (fuzz, ten seconds)", run: fuzz },
    { part: "unit", name: `unit tests of production code${onNewer}`, run: unitOnNewer },
  ];
  const wanted = all.filter(({ part }) => parts.includes(part));
  return newer === undefined ? wanted.filter(({ run }) => run !== unitOnNewer) : wanted;
}

const OPTIONS = {
  changed: { type: "boolean", default: false },
  only: { type: "string" },
  keep: { type: "boolean", default: false },
} as const;

const config = { options: OPTIONS, allowPositionals: true };

runHelpful(USAGE, config, async ({ values, positionals }) => {
  const parts = choose(values.only, PARTS, `--only takes ${PARTS.join(", ")}`);
  const folder = await temporaryDirectory("stanchion-test-", { isKept: values.keep });
  if (values.keep) console.log(`• Logs, reports and traces go to ${folder}`);
  const paths = values.changed ? [...positionals, ...listChangedFiles()] : positionals;
  const isFocused = values.changed || positionals.length > 0;
  if (isFocused && values.only) throw new ExpectedFailure("--only and paths cannot be combined.");
  if (!isFocused) installPrograms(parts);
  const steps = isFocused ? listFocusedSteps(paths, folder, say) : await listSteps(parts, folder);
  const { passed, failed } = await runSteps(steps);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
