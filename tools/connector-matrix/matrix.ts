import { readFile } from "node:fs/promises";

/** How a scenario went in a runtime. */
export type Cell =
  | { readonly result: "works" }
  | { readonly result: "fails"; readonly message: string }
  | { readonly result: "impossible"; readonly reason: string };

/** What every runtime made of every scenario. */
export interface Matrix {
  readonly runtimes: readonly string[];
  readonly scenarios: readonly string[];
  readonly cells: Readonly<Record<string, Readonly<Record<string, Cell>>>>;
  readonly failed: number;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const SUITE = / keeps the protocol$/;
const IMPOSSIBLE = /^(.*) \(not possible here: (.*)\)$/s;

function toCell(status: string, reason: string | undefined, messages: readonly string[]): Cell {
  if (status !== "passed") return { result: "fails", message: messages[0] ?? `It was ${status}.` };
  return reason === undefined ? { result: "works" } : { result: "impossible", reason };
}

/** Reads vitest's JSON report; null without one. A file that could not be loaded has failed. */
export async function readMatrix(file: string): Promise<Matrix | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  const { testResults }: Report = JSON.parse(text);
  const cells: Record<string, Record<string, Cell>> = {};
  const scenarios = new Set<string>();
  for (const { name, status, message, assertionResults } of testResults) {
    if (status === "failed" && assertionResults.length === 0) {
      cells[name] = { "can be loaded": { result: "fails", message } };
      scenarios.add("can be loaded");
    }
    for (const { ancestorTitles, title, ...result } of assertionResults) {
      const [suite = ""] = ancestorTitles;
      if (!SUITE.test(suite)) continue;
      const [, scenario = title, reason] = IMPOSSIBLE.exec(title) ?? [];
      const cell = toCell(result.status, reason, result.failureMessages);
      scenarios.add(scenario);
      const runtime = suite.replace(SUITE, "");
      cells[runtime] = { ...cells[runtime], [scenario]: cell };
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

/** Shows a matrix as text: one line a scenario, one column a runtime, and the reasons below. */
export function formatMatrix({ runtimes, scenarios, cells, failed }: Matrix): string {
  const width = Math.max(...scenarios.map((scenario) => scenario.length));
  const cellOf = (runtime: string, scenario: string): Cell | undefined =>
    cells[runtime]?.[scenario];
  const head = `${"".padEnd(width)}  ${runtimes.join("  ")}`;
  const lines = scenarios.map((scenario) => {
    const signs = runtimes.map((runtime) => {
      const cell = cellOf(runtime, scenario);
      return (cell === undefined ? " " : SIGNS[cell.result]).padEnd(runtime.length);
    });
    return `${scenario.padEnd(width)}  ${signs.join("  ")}`.trimEnd();
  });
  const notes = runtimes.flatMap((runtime) =>
    scenarios.flatMap((scenario) => {
      const cell = cellOf(runtime, scenario);
      if (cell?.result === "impossible") {
        return [`– ${runtime}: ${scenario}: not possible here: ${cell.reason}`];
      }
      return cell?.result === "fails" ? [`✗ ${runtime}: ${scenario}\n${cell.message}`] : [];
    }),
  );
  const sum = `${runtimes.length} runtimes, ${scenarios.length} scenarios, ${failed} failed`;
  return [head, ...lines, ...(notes.length > 0 ? ["", ...notes] : []), "", sum].join("\n");
}
