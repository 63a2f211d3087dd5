import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sayFaults } from "@/lib/domain/line-faults";
import { formatAccessCode, makeAccessCodes } from "./access-code";
import { readOwnCodes } from "./own-codes";
import { readTypedCode } from "./typed-code";

test("one a line or the first column of a CSV file, in the form in which they are stored", () => {
  const csv = '\ufeffCode;Name\r\nfan-2026-0001;Ada\r\n\r\n"FAN 2026 0002";Ben\n';
  expect(readOwnCodes(csv)).toEqual({
    codes: [
      { code: "FAN20260001", text: "fan-2026-0001", line: 2 },
      { code: "FAN20260002", text: "FAN 2026 0002", line: 4 },
    ],
    faults: [],
  });
});

test("every wrong line is named at once, and every code that stands twice", () => {
  const text = ["GOOD-CODE-1", "short", "good code 1", "ümlaut-code", "x".repeat(41), "GOODCODE1"];
  const { codes, faults } = readOwnCodes(text.join("\n"));
  expect(codes.map(({ code }) => code)).toEqual(["GOODCODE1"]);
  expect(faults.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
  expect(sayFaults(faults)).toMatch(
    /^Line 2: “short” is not 6 to 40 .*\nLine 3: “good code 1” is the same code as in line 1\.\nLine 4: /,
  );
});

test("more than 200 wrong lines are told by their number", () => {
  const said = sayFaults(readOwnCodes("no\n".repeat(250)).faults).split("\n");
  expect(said).toHaveLength(201);
  expect(said.at(-1)).toBe("50 more lines are not valid.");
});

test("ten thousand lines are read within a second", () => {
  const text = Array.from({ length: 10_000 }, (_, index) => `FAN-${100_000 + index}`).join("\n");
  const startedAtMs = performance.now();
  expect(readOwnCodes(text).codes).toHaveLength(10_000);
  expect(performance.now() - startedAtMs).toBeLessThan(1_000);
});

test("a made code shows a typing mistake, with a prefix too, and a customer's own does not", () => {
  const random = (count: number) => createHash("sha512").update(`${count}`).digest();
  const [made = ""] = makeAccessCodes(1, random);
  const typed = formatAccessCode(`SPRING${made}`);
  expect(typed).toBe(`SPRING-${formatAccessCode(made)}`);
  expect(readTypedCode(typed.toLowerCase())).toEqual({ code: `SPRING${made}`, isWellMade: true });
  const wrong = made.slice(0, -1) + (made.endsWith("A") ? "B" : "A");
  expect(readTypedCode(`SPRING${wrong}`)?.isWellMade).toBe(false);
  expect(readTypedCode("FAN-2026")).toEqual({ code: "FAN2026", isWellMade: false });
  for (const none of ["", "AB-12", "???", "a".repeat(101)]) expect(readTypedCode(none)).toBeNull();
});
