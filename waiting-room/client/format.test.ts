import { describe, expect, test } from "vitest";
import { formatOf } from "./format";
import { countdownText, momentText, percentText } from "./moments";
import { grammarOf } from "./words";

const english = formatOf("en");

test.each([
  [0, "00:00"],
  [-5_000, "00:00"],
  [1, "00:01"],
  [59_999, "01:00"],
  [754_000, "12:34"],
  [3_723_000, "1:02:03"],
  [187_506_000, "2 days 04:05:06"],
])("%d ms to go is %j", (remainingMs, expected) => {
  expect(countdownText(remainingMs, english)).toBe(expected);
});

describe.each([
  ["en", "1,234,567", "2–4 minutes", "1–1.5 hours", /Saturday, May 1 at 12:00\sPM (CEST|GMT\+2)/],
  ["de", "1.234.567", "2–4 Minuten", "1–1,5 Stunden", /Samstag, 1\. Mai um 12:00 (MESZ|GMT\+2)/],
  ["ar", "1,234,567", "2–4 دقائق", "1–1.5 ساعة", /السبت، 1 مايو في 12:00 م/],
  ["ja", "1,234,567", "2～4 分", "1～1.5 時間", /5月1日土曜日 12:00/],
] as const)("in %s", (language, count, minutes, hours, moment) => {
  const format = formatOf(language, "Europe/Madrid");

  test("counts, durations and moments are written as the language writes them", () => {
    expect(format.count(1_234_567)).toBe(count);
    expect(format.duration("minute", 2, 4)).toBe(minutes);
    expect(format.duration("hour", 1, 1.5)).toBe(hours);
    expect(momentText(Date.UTC(2027, 4, 1, 10), format)).toMatch(moment);
  });
});

test("a range of one value is that value", () => {
  expect(english.duration("minute", 2)).toBe("2 minutes");
});

test("a time of day names the day where it is another one, and the zone where it is not the reader's", () => {
  const nowMs = Date.UTC(2027, 4, 1, 10);
  const own = formatOf("de");
  expect(own.time(nowMs + 60_000, nowMs)).toMatch(/^\d{1,2}:\d\d$/);
  expect(own.time(nowMs + 86_400_000, nowMs)).toMatch(/^Sonntag, \d{1,2}:\d\d$/);
  expect(formatOf("en", "Europe/Madrid").time(nowMs, nowMs)).toMatch(/12:00\sPM (CEST|GMT\+2)/);
});

test("a share has two digits that count", () => {
  expect(percentText(0.012_34, english)).toBe("1.2%");
  expect(percentText(0.5, formatOf("de"))).toBe("50\u00a0%");
});

test.each([
  ["en", "en-US", "12,345", /^6:30\sPM/],
  ["en", "en-GB", "12,345", /^18:30/],
  ["de", "de-CH", "12'345", /^18:30/],
  ["pt", "pt-PT", "12 345", /^18:30/],
])(
  "in %s for %s counts and times are as the region writes them",
  (language, locale, count, time) => {
    const { say, format } = grammarOf(language, locale, "UTC");
    expect(format.count(12_345).replace(/\s/g, " ").replace("’", "'")).toBe(count);
    expect(say("{count}", { count: 12_345 }).replace(/\s/g, " ").replace("’", "'")).toBe(count);
    const atMs = Date.UTC(2027, 4, 1, 18, 30);
    expect(format.time(atMs, atMs)).toMatch(time);
  },
);
