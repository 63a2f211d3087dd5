import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAccessCode, makeAccessCodes } from "./access-code";
import { accessCodesCsv } from "./export-csv";
import { readPastedCodes } from "./pasted-codes";

const bytes = (count: number) =>
  Buffer.concat(
    Array.from({ length: Math.ceil(count / 32) }, (_, index) =>
      createHash("sha256").update(`${count}|${index}`).digest(),
    ),
  ).subarray(0, count);
const codes = makeAccessCodes(20, bytes);

test("the file with which the codes came may be pasted whole, whatever its batch is called", () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const csv = accessCodesCsv({
        name: name.replace(/[\r\n]/g, ""),
        lane: "vip",
        use: { kind: "single-use" },
        codes: codes.map(formatAccessCode),
        linkOf: (code) => `https://room.example/?code=${code}`,
      });
      expect(readPastedCodes(csv)).toEqual({ codes, unreadable: [] });
    }),
  );
});

test("each code counts once, in whatever form it was pasted, and what is none is told", () => {
  const [one = "", two = ""] = codes;
  const shown = formatAccessCode(one);
  const text = ["", shown, ` ${shown.toLowerCase()} `, `"${one}";x`, "ABC", `${two}\t1`, "ABC"];
  expect(readPastedCodes(text.join("\n"))).toEqual({ codes: [one, two], unreadable: ["ABC"] });
  expect(readPastedCodes(text.join("\r\n")).codes).toEqual([one, two]);
  expect(readPastedCodes("")).toEqual({ codes: [], unreadable: [] });
});
