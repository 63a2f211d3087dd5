import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectPath } from "../stack/paths";
import { runNode } from "../stack/run-to-end";
import { findFolderCircles, type Import } from "./folder-circles";

const FOLDERS =
  "app cli components connectors e2e lib scripts simulation test tools waiting-room workers".split(
    " ",
  );

export interface Cruise {
  /** How many modules were looked at; a rule that saw none has checked nothing. */
  readonly modules: number;
  readonly violations: readonly string[];
}

interface Report {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly { readonly resolved: string }[];
  }[];
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { from: string; to: string; rule: { name: string } }[];
  };
}

/** Tests may import what they like. */
const TEST = /\.(test|spec)\.tsx?$/;

/**
 * Holds the tree in `directory` against its own `.dependency-cruiser.cjs`, and finds circles between folders,
 * which dependency-cruiser sees only between folders that hold modules themselves.
 */
export async function cruiseDependencies(directory: string): Promise<Cruise> {
  const cruiser = projectPath("node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const folders = FOLDERS.filter((folder) => existsSync(join(directory, folder)));
  const { output } = await runNode({
    args: [cruiser, "--config", ".dependency-cruiser.cjs", "--output-type", "json", ...folders],
    directory,
  });
  const { modules, summary }: Report = JSON.parse(output.slice(output.indexOf("{")));
  const broken = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  const circles = findFolderCircles(importsWithin(modules));
  return {
    modules: summary.totalCruised,
    violations: [...broken, ...circles.map((circle) => `no-circle-between-folders: ${circle}`)],
  };
}

/** The imports between modules of the project, type-only ones among them. */
function importsWithin(modules: Report["modules"]): Import[] {
  const isOwn = (module: string): boolean =>
    FOLDERS.some((folder) => module.startsWith(`${folder}/`)) && !TEST.test(module);
  const own = new Set(modules.map(({ source }) => source).filter(isOwn));
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
  return imports.filter(({ from, to }) => own.has(from) && own.has(to));
}
