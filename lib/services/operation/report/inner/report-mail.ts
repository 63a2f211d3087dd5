import { countedIn, runSums } from "@/lib/domain/figures/sums";
import { env } from "@/lib/platform/env";
import type { RunTotals } from "../run-totals";
import type { ReportedRun, UnsignedReport } from "../write-report";

const number = new Intl.NumberFormat("en-GB");
const percent = new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 1 });

/** The e-mail that tells the team how a run went. */
export function reportMail(
  run: ReportedRun,
  { figures, people }: UnsignedReport,
  totals: RunTotals,
): { readonly subject: string; readonly text: string } {
  const { fullestMinute, waits, order, numbersTwice, totals: ways } = figures;
  const admitted = figures.rows - figures.totals.renewals;
  const counted = countedIn(totals);
  const sums = people ?? runSums(counted, counted.arrivals);
  const lines = [
    `Arrivals: ${number.format(sums.arrived)}`,
    `Joined: ${number.format(sums.joined)}`,
    `Admitted: ${number.format(admitted)}`,
    `No-shows: ${number.format(sums.noShows)}`,
    `Left the line: ${number.format(sums.left + sums.removed)}`,
    `Waiting at the end: ${number.format(sums.waiting)}`,
    waits.medianMinutes === null
      ? null
      : `Median wait: under ${number.format(waits.medianMinutes + 1)} min (p90: under ${number.format((waits.slowestTenthMinutes ?? 0) + 1)} min)`,
    fullestMinute === null
      ? null
      : `Fullest 60 seconds: ${number.format(fullestMinute.admitted)} of ${number.format(fullestMinute.allowed)} (${percent.format(fullestMinute.ratio)})`,
    `Inversions: ${number.format(order.inversions)}; numbers admitted twice: ${numbersTwice === null ? "unknown" : number.format(numbersTwice)}`,
    ways.outOfTurn === undefined
      ? null
      : `Admitted next by your team: ${number.format(ways.outOfTurn)}`,
  ];
  return {
    subject: `${run.event.name}, run ${run.number}: ${number.format(admitted)} admitted`,
    text: [
      `${run.event.name} has ended (run ${run.number}). Summary:`,
      lines.filter((line) => line !== null).join("\n"),
      ...linkTo(run),
      "You can turn these e-mails off under Reports in the console.",
    ].join("\n\n"),
  };
}

/** A link stands alone on its line. */
function linkTo({ id }: ReportedRun): string[] {
  const consoleUrl = env.consoleUrlIfSet();
  if (consoleUrl === undefined) return ["The full report is in the console, under Reports."];
  return ["The full report, with the timeline and all changes:", `${consoleUrl}/reports/${id}`];
}
