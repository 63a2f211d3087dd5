import { env } from "@/lib/platform/env";
import type { RunTotals } from "./run-totals";
import type { ReportedRun, UnsignedReport } from "./write-report";

const number = new Intl.NumberFormat("en-GB");
const percent = new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 1 });

/** The e-mail that tells the team how a run went. */
export function reportMail(
  run: ReportedRun,
  { figures }: UnsignedReport,
  totals: RunTotals,
): { readonly subject: string; readonly text: string } {
  const { fullestMinute, waits, order, numbersTwice } = figures;
  const admitted = figures.rows - figures.totals.renewals;
  const lines = [
    `Visitors who came: ${number.format(totals.arrivals ?? 0)}`,
    `Numbers handed out: ${number.format(totals.joins ?? 0)}`,
    `Let in: ${number.format(admitted)}`,
    `Called while nobody was there: ${number.format(totals["no-shows"] ?? 0)}`,
    waits.medianMinutes === null
      ? null
      : `Half of those in line waited less than ${number.format(waits.medianMinutes + 1)} min, nine of ten less than ${number.format((waits.slowestTenthMinutes ?? 0) + 1)} min`,
    fullestMinute === null
      ? null
      : `Fullest 60 seconds: ${number.format(fullestMinute.admitted)} of ${number.format(fullestMinute.allowed)} (${percent.format(fullestMinute.ratio)})`,
    `Inversions: ${number.format(order.inversions)}; numbers let in twice: ${numbersTwice === null ? "not known" : number.format(numbersTwice)}`,
  ];
  return {
    subject: `${run.event.name}, run ${run.number}: ${number.format(admitted)} let in`,
    text: [
      `${run.event.name} is over (run ${run.number}). How it went:`,
      lines.filter((line) => line !== null).join("\n"),
      ...linkTo(run),
      "Whether reports are mailed is set on the page Reports of the console.",
    ].join("\n\n"),
  };
}

/** A link stands alone on its line. */
function linkTo({ id }: ReportedRun): string[] {
  const consoleUrl = env.consoleUrlIfSet();
  if (consoleUrl === undefined) return ["The whole report stands in the console, under Reports."];
  return [
    "The whole report, with the timeline and what everybody did:",
    `${consoleUrl}/reports/${id}`,
  ];
}
