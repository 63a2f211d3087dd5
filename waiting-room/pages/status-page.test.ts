import { expect, test } from "vitest";
import type { StatusPage } from "@/lib/domain/status-page/status-page";
import { renderStatusFeed } from "./status-feed";
import { renderStatusPage } from "./status-page";

const SIGNS = `<b>"&'\u0007\uFFFE`;
const PAGE: StatusPage = {
  ...{ name: SIGNS, colour: "#2563eb", since: "2026-11-01T00:00:00.000Z" },
  events: [
    { name: SIGNS, state: "paused", message: SIGNS, startsAt: null, timeZone: "UTC" },
    { name: "Later", state: "before", message: null, startsAt: null, timeZone: "UTC" },
  ],
  changes: [{ id: "ab", at: "2026-11-29T12:00:00.000Z", title: SIGNS, message: SIGNS }],
};

test("whatever people write cannot become markup, on the page or in the feed", () => {
  for (const text of [renderStatusPage(PAGE, SIGNS), renderStatusFeed(PAGE, SIGNS)]) {
    expect(text).not.toContain("<b>");
    expect(text).toContain("&lt;b&gt;&quot;&amp;&#39;");
  }
  // XML cannot have these at all.
  for (const sign of ["\u0007", "\uFFFE"]) {
    expect(renderStatusFeed(PAGE, SIGNS)).not.toContain(sign);
  }
});

test("a page and a feed without anything to say say so", () => {
  const empty = { ...PAGE, events: [], changes: [] };
  expect(renderStatusPage(empty, "/feed")).toContain("No event is open right now.");
  expect(renderStatusFeed(empty, "/")).toContain(`<updated>${PAGE.since}</updated>`);
});
