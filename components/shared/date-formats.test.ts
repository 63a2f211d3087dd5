import { expect, test } from "vitest";
import { dateFormats } from "./date-formats";
import { formatMoment, formatSecond } from "./format";

test("a format is made once for each zone", () => {
  const minutesIn = dateFormats({ hour: "2-digit", minute: "2-digit" });
  expect(minutesIn("UTC")).toBe(minutesIn("UTC"));
  expect(minutesIn("Asia/Tokyo")).not.toBe(minutesIn("UTC"));
});

test("times are in the zone that is asked for, whichever came before", () => {
  const at = "2026-11-20T19:33:05Z";
  expect(formatMoment(at, "UTC")).toBe("20 Nov 2026, 19:33 UTC");
  expect(formatMoment(at, "Europe/Vienna")).toBe("20 Nov 2026, 20:33 CET");
  expect(formatMoment(at, "UTC")).toBe("20 Nov 2026, 19:33 UTC");
  expect(formatSecond(Date.parse(at), "UTC")).toBe("19:33:05 UTC");
});

test("a zone that does not exist is an error", () => {
  expect(() => dateFormats({})("Mars/Olympus")).toThrow(RangeError);
});
