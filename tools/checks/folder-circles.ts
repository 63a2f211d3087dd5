export type Import = { readonly from: string; readonly to: string };

/** What counts as one folder, the finest first; a module beside such folders stands for itself. */
const FOLDERS = [
  "^lib/domain/draw/verifier(?=/)",
  "^lib/domain/[^/]+",
  "^connectors/src/adapters/[^/]+",
  "^connectors/src/[^/]+",
  "^(?:components|lib|tools|waiting-room)/[^/]+",
  "^[^/]+",
];

/** `lib/services` as one folder, then each of its districts, then each entity of a district. */
const DEPTHS = [
  [],
  ["^lib/services/[^/]+(?=/)"],
  ["^lib/services/[^/]+/[^/]+(?=/)", "^lib/services/[^/]+(?=/)"],
].map((services) => new RegExp([...services, ...FOLDERS].join("|")));

/** One line for each circle between folders: the way round, and an import for each step of it. */
export function findFolderCircles(imports: readonly Import[]): string[] {
  return [...new Set(DEPTHS.flatMap((folder) => circlesBetween(imports, folder)))].sort();
}

function circlesBetween(imports: readonly Import[], folder: RegExp): string[] {
  const steps = stepsBetweenFolders(imports, (module) => folder.exec(module)?.[0] ?? module);
  return [...steps.keys()].flatMap((start) => {
    const way = shortestWayBack(steps, start);
    return way === null ? [] : [tell(steps, way)];
  });
}

type Steps = ReadonlyMap<string, ReadonlyMap<string, Import>>;

function stepsBetweenFolders(imports: readonly Import[], folderOf: (module: string) => string) {
  const steps = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    const [from, to] = [folderOf(one.from), folderOf(one.to)];
    if (from === to) continue;
    const next = steps.get(from) ?? new Map<string, Import>();
    steps.set(from, next);
    if (!next.has(to)) next.set(to, one);
  }
  return steps;
}

/** The shortest circle in which this folder is the first by name, so that none is told from two folders; null without one. */
function shortestWayBack(steps: Steps, start: string): string[] | null {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of steps.get(way.at(-1) ?? start)?.keys() ?? []) {
      if (next === start) return way;
      if (next < start || seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

function tell(steps: Steps, way: readonly string[]): string {
  const imports = way.map((folder, index) => {
    const step = steps.get(folder)?.get(way[(index + 1) % way.length] ?? "");
    return step === undefined ? "" : `${step.from} → ${step.to}`;
  });
  return `${[...way, way[0]].join(" → ")} (${imports.join(", ")})`;
}
