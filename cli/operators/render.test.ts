import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Schemas } from "@/client/src/generated/types";
import { renderRecord, renderTable, renderYaml } from "./render";
import { renderLive } from "./render-live";

test.each([
  [
    {
      a: 1,
      b: [
        { c: "x", d: [] },
        { c: null, e: { f: true } },
      ],
      g: {},
      h: [[1, 2], []],
    },
  ],
  [["yes", "no", "null", "1", "", " a", "a: b", "- a", "#x", "ä\nb", "2026-01-01", "plain text"]],
  [{ true: "odd", "a b": 1, "-": 2, "x:y": 3 }],
  ["text"],
  [[]],
  [null],
])("YAML says what JSON says: %j", (value) => {
  expect(parse(renderYaml(value).join("\n"))).toEqual(value);
});

test("a table has a heading, and no control characters of others", () => {
  const rows = [
    { eventId: "sale", outflowInForce: 9 },
    { eventId: "a\u001b[2J", lane: null },
  ];
  expect(renderTable(rows, ["eventId", "outflowInForce"])).toEqual([
    "EVENT ID  OUTFLOW IN FORCE",
    "sale      9",
    "a [2J     –",
  ]);
  expect(renderRecord({ a: 1, b: { c: 2 } }, ["a", "b"])).toEqual(["A  1", 'B  {"c":2}']);
});

test("the live screen says so where there are no figures, and fits the terminal", () => {
  const event = { name: "Sale", eventId: "sale", paused: true, status: "open", outflowInForce: 60 };
  // Of an event only what the screen shows.
  const figures = { event, snapshot: null } as unknown as Schemas["LiveFigures"];
  const lines = renderLive(figures, { columns: 30, notice: "" });
  expect(lines[0]).toBe("Sale (sale) · paused · 60 a mi");
  expect(lines[2]).toMatch(/^No figures\./);
});
