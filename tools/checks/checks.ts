import { existsSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "../stack/lock";
import { PROJECT_DIRECTORY, projectPath } from "../stack/paths";
import { checkConnectorPackage } from "./connector-package";
import { cruiseDependencies } from "./cruise-dependencies";
import { checkProductionUse } from "./production-use";
import { checkStrangersPackage } from "./strangers-package";
import { runTool, runVitest, type Step, type StepResult, verdict } from "./suite";

const TSC = "@typescript/native/bin/tsc";

async function checkTypesAlone(): Promise<StepResult> {
  // Next.js declares style sheets and images in a file that it writes itself.
  if (!existsSync(projectPath("next-env.d.ts"))) {
    const typegen = await runTool("next/dist/bin/next", "typegen");
    if (typegen.failed > 0) return typegen;
  }
  return runTool(TSC, "--noEmit", "-p", "tsconfig.json");
}

/** Next.js writes types while it builds: until it has, there are only some of them. */
function checkTypes(): Promise<StepResult> {
  return withLock("build-console", checkTypesAlone);
}

async function checkDependencies(): Promise<StepResult> {
  const { modules, violations } = await cruiseDependencies(PROJECT_DIRECTORY);
  if (modules === 0) return verdict(false, "No module was looked at: the rule checked nothing.");
  return verdict(violations.length === 0, violations.join("\n"));
}

/** The checks that need no server, quick ones first. `reports` is a folder for their reports. */
export function listChecks(reports: string): Step[] {
  return [
    {
      part: "check",
      name: "format and lint (biome)",
      run: () => runTool("@biomejs/biome/bin/biome", "ci", "--error-on-warnings", "."),
    },
    {
      part: "check",
      name: "types of the connectors",
      run: () => runTool(TSC, "--noEmit", "-p", "connectors"),
    },
    {
      part: "check",
      name: "types of the connectors' Node adapter and tests",
      run: () => runTool(TSC, "--noEmit", "-p", "connectors/tsconfig.node.json"),
    },
    {
      part: "check",
      name: "types of the connectors' browser adapter",
      run: () => runTool(TSC, "--noEmit", "-p", "connectors/tsconfig.browser.json"),
    },
    { part: "check", name: "who may import what (dependency-cruiser)", run: checkDependencies },
    {
      part: "check",
      name: "the connector's package (publint, types, size)",
      run: checkConnectorPackage,
    },
    {
      part: "check",
      name: "the connectors as strangers get them (packed, installed, every example)",
      run: () => checkStrangersPackage(),
    },
    {
      part: "check",
      name: "unused code (knip)",
      run: () => runTool("knip/bin/knip.js", "--no-progress"),
    },
    { part: "check", name: "types", run: checkTypes },
    {
      part: "check",
      name: "code that only tests or simulations use (knip)",
      run: () => checkProductionUse(PROJECT_DIRECTORY),
    },
    {
      part: "unit",
      name: "unit tests",
      run: () => runVitest({ projects: ["unit"], reportFile: join(reports, "unit.json") }),
    },
  ];
}
