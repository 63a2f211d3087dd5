import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectPath } from "../stack/paths";
import { runNode } from "../stack/run-to-end";

const FOLDERS = [
  "app",
  "cli",
  "components",
  "connectors",
  "e2e",
  "lib",
  "scripts",
  "simulation",
  "test",
  "tools",
  "waiting-room",
  "workers",
];

/** What the dependency rule says about a tree. */
export interface Cruise {
  /** How many modules were looked at; a rule that saw none has checked nothing. */
  readonly modules: number;
  /** One line for each import that breaks a rule: the rule, from where, to where. */
  readonly violations: readonly string[];
}

interface Report {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
}

/** Holds the tree in `directory` against its own `.dependency-cruiser.cjs`. */
export async function cruiseDependencies(directory: string): Promise<Cruise> {
  const cruiser = projectPath("node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const folders = FOLDERS.filter((folder) => existsSync(join(directory, folder)));
  const { output } = await runNode({
    args: [cruiser, "--config", ".dependency-cruiser.cjs", "--output-type", "json", ...folders],
    directory,
  });
  const { summary }: Report = JSON.parse(output.slice(output.indexOf("{")));
  const violations = summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`,
  );
  return { modules: summary.totalCruised, violations };
}
