import { expect, test } from "vitest";
import { combineNotices } from "./combine";
import { type AlertNotice, noticeHeadline } from "./notice";

const told = (place: number, more: Partial<AlertNotice> = {}) => ({
  ...{ ruleId: "alu_1", type: "event.recovering" },
  notice: {
    ...({ key: `alt_${place}`, kind: "opened", isTest: false, severity: "critical" } as const),
    ...{ title: "Line recovering", summary: `Sale ${place} is recovering`, ruleName: "Redis" },
    ...{ customerName: "Harbour Hall", eventName: `Sale ${place}`, count: 1, since: "now" },
    ...{ url: `https://console.example/events/sale${place}`, ...more },
  },
});
const many = (count: number, more: Partial<AlertNotice> = {}) =>
  Array.from({ length: count }, (_, place) => told(place, more));

test("up to five alerts of one rule and type are told one by one", () => {
  const five = many(5);
  expect(combineNotices(five)).toEqual(five.map(({ notice }) => notice));
  const others = five.map((one) => ({ ...one, ruleId: "alu_2" }));
  expect(combineNotices([...five, ...others, ...many(5, { kind: "resolved" })])).toHaveLength(15);
});

test("more are told in one notice, by kind, in the order in which they began", () => {
  const all = [...many(1_000), ...many(6, { kind: "resolved", summary: "Redis is back" })];
  const [opened, resolved, ...rest] = combineNotices(all);
  expect(rest).toEqual([]);
  expect(opened).toMatchObject({
    ...{ key: "alu_1", alerts: 1_000, eventName: null, url: "https://console.example/alerts" },
    summary: "Line recovering at Sale 0, Sale 1, Sale 2 and 997 more",
  });
  expect(opened && noticeHeadline(opened)).toBe("Line recovering – 1,000 alerts");
  expect(resolved).toMatchObject({ key: "alu_1", alerts: 6, summary: "Redis is back" });
  expect(resolved && noticeHeadline(resolved)).toBe("Resolved: Line recovering – 6 alerts");
});

test("one alert that comes and goes is one alert", () => {
  const flapping = many(6).map((one) => ({ ...one, notice: { ...one.notice, key: "alt_1" } }));
  expect(combineNotices(flapping)).toHaveLength(6);
});
