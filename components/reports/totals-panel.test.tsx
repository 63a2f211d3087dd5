import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { RunReportView } from "@/lib/services/operation/report/get";
import { TotalsPanel } from "./totals-panel";

test("a peak that nothing is stored of is unknown, not nobody", () => {
  const sums = { arrived: 9, turnedAway: 0, joined: 9, admitted: 9, waiting: 0, left: 0 };
  const report = {
    ...{ totals: {}, challenges: null, endedAt: null },
    sums: { ...sums, noShows: 0, removed: 0 },
  };
  // Only what the panel tells.
  const shown = report as unknown as RunReportView;
  const peakOf = (peakWaiting: number | null) =>
    renderToStaticMarkup(<TotalsPanel report={shown} peakWaiting={peakWaiting} />).match(
      /Peak line<\/dt><dd[^>]*>([^<]*)</,
    )?.[1];
  expect(peakOf(null)).toBe("–");
  expect(peakOf(0)).toBe("0");
});
