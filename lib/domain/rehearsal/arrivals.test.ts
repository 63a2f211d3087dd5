import { describe, expect, test } from "vitest";
import { arrivalsOfCurve, readArrivalsFile } from "./arrivals";
import { ARRIVAL_SHAPES, WHAT_IF_LIMITS } from "./what-if";

describe("a file of arrivals", () => {
  test("is read with or without a heading, with any usual separator and line end", () => {
    const perMinute = [120, 0, 30];
    expect(readArrivalsFile("minute,arrivals\n0,120\n2,30\n")).toEqual({ ok: true, perMinute });
    expect(readArrivalsFile("\uFEFF0;120\r\n\r\n2;30")).toEqual({ ok: true, perMinute });
    expect(readArrivalsFile("2\t30\r0\t120")).toEqual({ ok: true, perMinute });
  });

  test.each([
    ["0,120\n1;x", 2, '"x" is not a whole number of arrivals.'],
    ["minute,arrivals\n0,1\n1,-4", 3, '"-4" is not a whole number of arrivals.'],
    ["0,1\n0.5,4", 2, '"0.5" is not a whole minute from 0 on.'],
    ["0,1\n-3,4", 2, '"-3" is not a whole minute from 0 on.'],
    ["0,1\n\n7", 3, '"7" is not a minute and arrivals, such as 0,120.'],
    ["0,1\n1,2,3", 2, '"1,2,3" is not a minute and arrivals, such as 0,120.'],
    ["0,1\n1,2\n0,3", 3, "Minute 0 is already on line 1."],
    ["0,1\n2880,3", 2, "Minute 2880 is past the limit of 2,880 minutes."],
    ["0,1000001", 1, "1000001 arrivals exceed the limit of 1,000,000 per minute."],
    ["minute,arrivals", 1, "The file has no arrivals."],
    ["", 1, "The file has no arrivals."],
  ])("%j is refused with line %i and the reason", (text, line, reason) => {
    expect(readArrivalsFile(text)).toEqual({ ok: false, problems: [{ line, reason }] });
  });

  test("names each line that is wrong, twenty at the most", () => {
    const text = Array.from({ length: 50 }, (_, minute) => `${minute},?`).join("\n");
    const read = readArrivalsFile(text);
    const problems = read.ok ? [] : read.problems;
    expect(problems.map(({ line }) => line)).toEqual([...Array(20).keys()].map((one) => one + 1));
  });

  test("has a bounded size", () => {
    const text = "0,1\n".padEnd(WHAT_IF_LIMITS.fileCharacters + 1, "\n");
    expect(readArrivalsFile(text)).toMatchObject({ ok: false });
  });
});

test.each(ARRIVAL_SHAPES)("the curve %s reaches its peak and no more", (shape) => {
  const perMinute = arrivalsOfCurve({ shape, peakPerMinute: 900, minutes: 60 });
  expect(perMinute).toHaveLength(60);
  expect(Math.max(...perMinute)).toBe(900);
  expect(Math.min(...perMinute)).toBeGreaterThan(0);
});
