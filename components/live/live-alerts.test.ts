import { expect, test } from "vitest";
import { overviewAlerts } from "@/components/overview/overview-alerts";
import { liveAlerts } from "./live-alerts";
import type { Trouble } from "./troubles";

const sale = { eventId: "sale", name: "Sale", status: "open" };
const trouble = (key: string, title: string, tone: Trouble["tone"] = "warning"): Trouble => ({
  ...{ key, title, tone, says: "" },
});

test("a problem has the same key on the live page as on the overview, so that it is heard once", () => {
  const troubles = [
    trouble("nobody", "no server", "danger"),
    trouble("governor", "your site is slow"),
    trouble("sold out", "sold out"),
    trouble("recovering", "recovering", "danger"),
  ];
  const problems = ["governed", "sold-out", "recovering"] as const;
  const ofOverview = overviewAlerts({ troubles: [{ ...sale, problems }] }, false);
  const ofPage = liveAlerts(sale, troubles);
  expect(ofPage.map(({ key }) => key)).toEqual(ofOverview.map(({ key }) => key));
  expect(ofPage[1]?.text).toBe("Sale: your site is slow");
});

test("what somebody decided, and what only informs, is no problem that begins", () => {
  const troubles = [
    trouble("paused", "paused"),
    trouble("let-through", "letting everyone through"),
    trouble("soft-block", "Soft block", "info"),
    trouble("stale", "connection lost", "danger"),
  ];
  expect(liveAlerts(sale, troubles)).toEqual([]);
  const draft = { ...sale, status: "draft" };
  expect(liveAlerts(draft, [trouble("unarmed", "won't open")])).toEqual([]);
});
