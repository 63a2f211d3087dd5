import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MEASURED, planCapacity, RESERVE } from "@/lib/domain/capacity/plan-capacity";
import { projectPath } from "@/tools/stack/paths";

const PAGE = projectPath("docs/scaling.md");
const VISITORS = [100_000, 1_000_000, 10_000_000] as const;

const inWords = (value: number, digits = 0): string =>
  value.toLocaleString("en", { maximumFractionDigits: digits });

/** What the plan multiplies by. */
function factorRows(): string[] {
  const { joinsPerSecond, checkInsPerSecond, lineReadsPerSecond, redisBytesPerVisitor } = MEASURED;
  const { redisCallsPerJoin, processMegabytes, requestsPerVisitorHour, pageBytes } = MEASURED;
  const rates = [
    `joins ÷ ${inWords(joinsPerSecond)}`,
    `check-ins ÷ ${inWords(checkInsPerSecond)}`,
    `\`line.json\` ÷ ${inWords(lineReadsPerSecond)}`,
  ];
  const asked = inWords(requestsPerVisitorHour, 1);
  const share = inWords(100 * MEASURED.lineShare);
  const ofRedis = `${inWords(redisBytesPerVisitor)} bytes for each visitor in the first hour, 10 later`;
  const calls = `${inWords(redisCallsPerJoin, 2)} calls for each join, one for each entry at most`;
  return [
    `| Requests | ${asked} an hour for each who waits; ${share} % are for \`line.json\`, which a CDN answers |`,
    `| Processes | ${RESERVE} times (${rates.join(" + ")} a second), at least 2 |`,
    `| Redis | ${ofRedis}; ${calls}. A process takes ${inWords(processMegabytes)} MB |`,
    "| Postgres | A row for each admission |",
    `| Bandwidth | ${inWords(pageBytes)} bytes for a page, some 700 for a check-in |`,
  ];
}

/** A rush of ten minutes, as the page has it. */
function planRow(visitors: number): string {
  const sale = {
    visitors,
    arriveWithinMinutes: 10,
    arrival: "rush",
    outflowPerMinute: 6_000,
  } as const;
  const [bare, behind] = [false, true].map((usesCdn) => planCapacity({ ...sale, usesCdn }));
  if (bare === undefined || behind === undefined) throw new Error("There are two plans.");
  const both = (figure: "requestsPerSecond" | "processes" | "megabitsPerSecond") =>
    `${inWords(bare[figure])}; ${inWords(behind[figure])}`;
  const cells = [
    inWords(visitors),
    inWords(bare.joinsPerSecond),
    inWords(bare.waitingAtMost),
    ...[both("requestsPerSecond"), both("processes"), `${inWords(bare.redisMegabytes)} MB`],
    both("megabitsPerSecond"),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** The rows of a table from one that begins so to its end. */
function withRows(page: string, begin: string, rows: readonly string[]): string {
  const from = page.indexOf(`\n${begin}`) + 1;
  const to = page.indexOf("\n\n", from);
  if (from === 0 || to === -1) throw new Error(`There is no row ${begin}`);
  return page.slice(0, from) + rows.join("\n") + page.slice(to);
}

test("the page says what the plan multiplies by, and what comes of it (-u writes it anew)", async () => {
  const page = readFileSync(PAGE, "utf8");
  const factors = withRows(page, "| Requests |", factorRows());
  await expect(withRows(factors, "| 100,000 |", VISITORS.map(planRow))).toMatchFileSnapshot(PAGE);
});
