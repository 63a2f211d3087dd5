import { expect, test } from "vitest";
import { formatCount, formatCountdown, formatMoment } from "./format";

test.each([
  [0, "00:00"],
  [-5_000, "00:00"],
  [1, "00:01"],
  [59_999, "01:00"],
  [754_000, "12:34"],
  [3_723_000, "1:02:03"],
  [187_506_000, "2 d 04:05:06"],
])("%d ms to go is %j", (remainingMs, expected) => {
  expect(formatCountdown(remainingMs)).toBe(expected);
});

test("counts have thousands separators", () => {
  expect(formatCount(1_234_567)).toBe("1,234,567");
});

test("a moment names its day and, with a zone, the zone", () => {
  const text = formatMoment(Date.UTC(2027, 4, 1, 10), "Europe/Madrid");
  expect(text).toMatch(/Saturday,? 1 May at 12:00 (CEST|GMT\+2)/);
});
