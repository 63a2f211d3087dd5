import { expect, test } from "vitest";
import { detailLines, hasDetails } from "./detail-lines";

test.each([
  ["nothing", {}, []],
  [
    "what is so now",
    { prefixLength: 4, isOn: true },
    [
      { label: "prefix length", to: "4" },
      { label: "is on", to: "yes" },
    ],
  ],
  ["from and to", { from: 200, to: 400 }, [{ label: "value", from: "200", to: "400" }]],
  [
    "a field's from and to",
    { outflowPerMinute: { from: 5, to: null } },
    [{ label: "outflow per minute", from: "5", to: null }],
  ],
  [
    "changes",
    { changes: [{ field: "lanes.vip", label: "Lane 1 “VIP”", from: null, to: "share 3 %" }] },
    [{ label: "Lane 1 “VIP”", from: null, to: "share 3 %" }],
  ],
  [
    "before and after",
    { before: { name: "A", keep: [1, 2] }, after: { name: "B", keep: [1, 2] } },
    [{ label: "name", from: "A", to: "B" }],
  ],
  [
    "what is nested",
    { triggers: [{ joins: "and", parts: [{ operator: "contains", isNot: false }] }] },
    [
      { label: "triggers 1, joins", to: "and" },
      { label: "triggers 1, parts 1, operator", to: "contains" },
      { label: "triggers 1, parts 1, is not", to: "no" },
    ],
  ],
  [
    "structures that were stored as text",
    { limits: { from: '{"isOn":false,"n":1}', to: '{"isOn":true,"n":1}' } },
    [{ label: "limits, is on", from: "no", to: "yes" }],
  ],
  ["a text that only looks like one", { note: "[soon]" }, [{ label: "note", to: "[soon]" }]],
])("%s", (_name, details, lines) => {
  expect(detailLines(details)).toEqual(lines);
});

test("what is no object says nothing more than its sentence", () => {
  expect([null, "text", {}, { a: 1 }].map(hasDetails)).toEqual([false, false, false, true]);
  expect(detailLines("text")).toEqual([]);
});
