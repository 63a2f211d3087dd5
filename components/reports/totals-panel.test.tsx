import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { RunReportView } from "@/lib/services/operation/report/get";
import { TotalsPanel } from "./totals-panel";

/** Only what the panel tells. */
const reportOf = (totals: RunReportView["totals"]) => {
  const sums = { arrived: 9, turnedAway: 0, joined: 9, admitted: 9, waiting: 0, left: 0 };
  const report = {
    ...{ totals, challenges: null, endedAt: null },
    sums: { ...sums, noShows: 0, removed: 0 },
  };
  return report as unknown as RunReportView;
};

test("a peak that nothing is stored of is unknown, not nobody", () => {
  const peakOf = (peakWaiting: number | null) =>
    renderToStaticMarkup(<TotalsPanel report={reportOf({})} peakWaiting={peakWaiting} />).match(
      /Peak line<\/dt><dd[^>]*>([^<]*)</,
    )?.[1];
  expect(peakOf(null)).toBe("–");
  expect(peakOf(0)).toBe("0");
});

test("what was bought is told where the site reports it, less what it took back", () => {
  const boughtOf = (totals: RunReportView["totals"]) =>
    renderToStaticMarkup(<TotalsPanel report={reportOf(totals)} peakWaiting={0} />).match(
      /Bought<\/dt><dd[^>]*>([^<]*)</,
    )?.[1];
  expect(boughtOf({})).toBeUndefined();
  expect(boughtOf({ bought: 12, returned: 2 })).toBe("10");
});
