import type { ReportedFile } from "../checks/vitest";

type Cell =
  | { readonly result: "works" }
  | { readonly result: "fails"; readonly message: string }
  | { readonly result: "impossible"; readonly reason: string };

const SUITE = / keeps the protocol$/;
const IMPOSSIBLE = /^(.*) \(not possible here: (.*)\)$/s;

function toCell(status: string, reason: string | undefined, messages: readonly string[]): Cell {
  if (status !== "passed") return { result: "fails", message: messages[0] ?? `It was ${status}.` };
  return reason === undefined ? { result: "works" } : { result: "impossible", reason };
}

/** What every runtime made of every scenario, as vitest reports it. A file that could not be loaded has failed. */
export function readMatrix(files: readonly ReportedFile[]) {
  const cells: Record<string, Record<string, Cell>> = {};
  const scenarios = new Set<string>();
  const add = (runtime: string, scenario: string, cell: Cell): void => {
    scenarios.add(scenario);
    cells[runtime] = { ...cells[runtime], [scenario]: cell };
  };
  for (const { name, status, message, assertionResults } of files) {
    if (status === "failed" && assertionResults.length === 0)
      add(name, "can be loaded", { result: "fails", message });
    for (const test of assertionResults) {
      const [suite = ""] = test.ancestorTitles;
      if (!SUITE.test(suite)) continue;
      const [, scenario = test.title, reason] = IMPOSSIBLE.exec(test.title) ?? [];
      const cell = toCell(test.status, reason, test.failureMessages);
      add(suite.replace(SUITE, ""), scenario, cell);
    }
  }
  const all = Object.values(cells).flatMap((row) => Object.values(row));
  return {
    runtimes: Object.keys(cells).sort(),
    scenarios: [...scenarios],
    cells,
    failed: all.filter(({ result }) => result === "fails").length,
  };
}

const SIGNS = { works: "✓", fails: "✗", impossible: "–" } as const;

export function formatMatrix(matrix: ReturnType<typeof readMatrix>): string {
  const { runtimes, scenarios, cells, failed } = matrix;
  const width = Math.max(...scenarios.map((scenario) => scenario.length));
  const line = (start: string, columns: readonly string[]): string =>
    [start.padEnd(width), ...columns].join("  ").trimEnd();
  const lines = scenarios.map((scenario) => {
    const signs = runtimes.map((runtime) => {
      const cell = cells[runtime]?.[scenario];
      return (cell === undefined ? " " : SIGNS[cell.result]).padEnd(runtime.length);
    });
    return line(scenario, signs);
  });
  const notes = runtimes.flatMap((runtime) =>
    scenarios.flatMap((scenario) => noteOf(`${runtime}: ${scenario}`, cells[runtime]?.[scenario])),
  );
  const sum = `${runtimes.length} runtimes, ${scenarios.length} scenarios, ${failed} failed`;
  const below = notes.length > 0 ? ["", ...notes] : [];
  return [line("", runtimes), ...lines, ...below, "", sum].join("\n");
}

function noteOf(place: string, cell: Cell | undefined): string[] {
  if (cell?.result === "impossible") return [`– ${place}: not possible here: ${cell.reason}`];
  return cell?.result === "fails" ? [`✗ ${place}\n${cell.message}`] : [];
}
