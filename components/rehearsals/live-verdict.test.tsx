import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { LiveView } from "@/lib/services/operation/rehearsal/rehearsal-view";
import { LiveVerdict } from "./live-verdict";

test("a check that failed is not headed as if it had passed, and its sign can be heard", () => {
  const checks = {
    ...{ tokens: 50, fullestMinute: 90, overtaken: 3, answerMs: 900, refused: 2, letPast: 1 },
  };
  const rehearsal = {
    state: "done",
    plan: { outflowPerMinute: 60 },
    outcome: { checks, errors: 0 },
  };
  // Only what the verdict is made from.
  const markup = renderToStaticMarkup(<LiveVerdict rehearsal={rehearsal as unknown as LiveView} />);
  expect(
    markup.match(/role="img"[^>]*aria-label="Failed"|aria-label="Failed"[^>]*role="img"/g),
  ).toHaveLength(4);
  for (const title of ["Outflow", "Order", "Answer time", "Connector"])
    expect(markup).toContain(`>${title}</span>`);
});
