import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { RealRun, WhatIfOutcome, WhatIfPlan } from "@/lib/domain/rehearsal/what-if";
import { WhatIfResult } from "./what-if-result";

test("a run that reached its end with people waiting has ended, whoever ended it", () => {
  const outcome = { runs: 8, scale: 1, variants: [] };
  const lastRun = {
    ...{ run: 3, end: { leftWaiting: 1_200 }, waitingPerMinute: [], isCut: false },
    ...{ clearedMinute: 9, peakWaiting: 2_000, joins: 9_000, admitted: 7_800, noShows: 0 },
  };
  const plan = { variants: [], notPlayed: [], arrivals: { label: "", perMinute: [] } };
  // Only what decides what is said of the run.
  const markup = renderToStaticMarkup(
    <WhatIfResult
      plan={plan as unknown as WhatIfPlan}
      outcome={outcome as unknown as WhatIfOutcome}
      lastRun={lastRun as unknown as RealRun}
    />,
  );
  expect(markup).toContain("Run 3 ended with 1,200 still waiting");
  expect(markup).toContain("ended before");
  expect(markup).not.toContain("stopped");
});
