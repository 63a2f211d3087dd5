import { existsSync } from "node:fs";
import { withLock } from "../stack/lock";
import { PROJECT_DIRECTORY, projectPath } from "../stack/paths";
import { checkConnectorPackage, checkStrangersPackage } from "./connector-package";
import { cruiseDependencies } from "./cruise-dependencies";
import { runTask, runTool, type Step, type StepResult, verdict } from "./suite";
import { runVitest } from "./vitest";

function compile(config: string): Promise<StepResult> {
  return runTool("@typescript/native/bin/tsc", "--noEmit", "-p", config);
}

/** Next.js writes types while it builds: until it has, there are only some of them. */
function checkTypes(): Promise<StepResult> {
  return withLock("build-console", async () => {
    // Next.js declares style sheets and images in a file that it writes itself.
    if (!existsSync(projectPath("next-env.d.ts"))) {
      const typegen = await runTool("next/dist/bin/next", "typegen");
      if (typegen.failed > 0) return typegen;
    }
    return compile("tsconfig.json");
  });
}

async function checkDependencies(): Promise<StepResult> {
  const { modules, violations } = await cruiseDependencies(PROJECT_DIRECTORY);
  if (modules === 0) return verdict(false, "No module was looked at: the rule checked nothing.");
  return verdict(violations.length === 0, violations.join("\n"));
}

/**
 * Whether all that a project's production folders hold and export is used from what runs in production: the entries
 * and folders with a `!` in `knip.json`. What only tests, simulations or tools use belongs to those.
 */
export function checkProductionUse(directory: string): Promise<StepResult> {
  const options = ["--production", "--include", "files,exports,types", "--no-progress"];
  return runTask({ args: [projectPath("node_modules/knip/bin/knip.js"), ...options], directory });
}

/** The checks that need no server, quick ones first; their reports are written into `folder`. */
export function listChecks(folder: string): Step[] {
  const checks: Readonly<Record<string, () => Promise<StepResult>>> = {
    "format and lint (biome)": () =>
      runTool("@biomejs/biome/bin/biome", "ci", "--error-on-warnings", "."),
    "types of the connectors": () => compile("connectors"),
    "types of the connectors' Node adapter and tests": () =>
      compile("connectors/tsconfig.node.json"),
    "types of the connectors' browser adapter": () => compile("connectors/tsconfig.browser.json"),
    "who may import what (dependency-cruiser)": checkDependencies,
    "the connector's package (publint, types, size)": checkConnectorPackage,
    "the connectors as strangers get them (packed, installed, every example)": () =>
      checkStrangersPackage(),
    "unused code (knip)": () => runTool("knip/bin/knip.js", "--no-progress"),
    types: checkTypes,
    "code that only tests or simulations use (knip)": () => checkProductionUse(PROJECT_DIRECTORY),
  };
  return [
    ...Object.entries(checks).map(([name, run]) => ({ part: "check" as const, name, run })),
    { part: "unit", name: "unit tests", run: () => runVitest({ projects: ["unit"], folder }) },
  ];
}
