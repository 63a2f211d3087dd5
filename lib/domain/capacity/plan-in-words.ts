import { type CapacityPlan, RESERVE } from "./plan-capacity";

type Row = { readonly label: string; readonly text: string };

/** A plan as a table of words, for a person who looks for machines. */
export function planInWords(plan: CapacityPlan): readonly Row[] {
  const rows: readonly (readonly [string, string])[] = [
    ["Joins at the peak", `${count(plan.joinsPerSecond)} a second`],
    [
      "Waiting at most",
      `${count(plan.waitingAtMost)}, the last of them for ${count(plan.longestWaitMinutes)} minutes`,
    ],
    ["Requests while they wait", `${count(plan.requestsPerSecond)} a second`],
    [
      "Waiting-room processes",
      `${plan.processes}, a core and ${count(plan.processMegabytes)} MB each (${RESERVE} times the need, at least 2)`,
    ],
    [
      "Redis",
      `${count(plan.redisMegabytes)} MB, ${count(plan.redisCallsPerSecond)} calls a second`,
    ],
    ["Postgres", `${count(plan.postgresRows)} rows of admissions`],
    ["Bandwidth", `${count(plan.megabitsPerSecond)} Mbit/s`],
  ];
  return rows.map(([label, text]) => ({ label, text }));
}

/** A whole number, with one decimal below ten. */
export function count(value: number): string {
  const digits = value < 10 ? 1 : 0;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}
