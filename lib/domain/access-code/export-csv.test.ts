import fc from "fast-check";
import { expect, test } from "vitest";
import { accessCodeBatchSchema, maxUsesOf } from "./batch";
import { accessCodesCsv } from "./export-csv";

const single = { kind: "single-use" } as const;
const linkOf = (code: string) => `https://room.example/?code=${code}`;
const csv = (name: string) =>
  accessCodesCsv({ name, lane: "vip", use: single, codes: ["2345-6789-ABC"], linkOf });

/** Reads RFC 4180 text as spreadsheets do. */
function parseCsv(text: string): string[][] {
  const field = /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n)/gy;
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(field)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

test("a batch is one line per code below the headings", () => {
  const use = { kind: "multi-use", maxUses: 5 } as const;
  expect(
    accessCodesCsv({
      name: 'Fans, "2026"',
      lane: null,
      use,
      codes: ["2345-6789-ABC", "CBA9-8765-432"],
      linkOf,
    }),
  ).toBe(
    'code,batch,lane,max_uses,link\r\n2345-6789-ABC,"Fans, ""2026""",,5,https://room.example/?code=2345-6789-ABC\r\n' +
      'CBA9-8765-432,"Fans, ""2026""",,5,https://room.example/?code=CBA9-8765-432\r\n',
  );
});

test.each([
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  " =1",
  "\r=1",
  "＝1",
  "\u00a0=1",
  '=HYPERLINK("http://x")',
])("%j is not taken for a formula", (name) => expect(parseCsv(csv(name))[1]?.[1]).toBe(`'${name}`));

test("any name stays one field that no program calculates", () => {
  const names = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."=+-@\"',;\t\r\n a") }));
  fc.assert(
    fc.property(names, (name) => {
      const rows = parseCsv(csv(name));
      expect(rows.map((row) => row.length)).toEqual([5, 5]);
      const field = rows[1]?.[1] ?? "";
      expect(field.trimStart()).not.toMatch(/^[=+\-@]/);
      expect([name, `'${name}`]).toContain(field);
    }),
  );
});

test("a code can be used as often as its batch says", () => {
  const multi = { kind: "multi-use", maxUses: 3 } as const;
  expect([maxUsesOf(single), maxUsesOf(multi)]).toEqual([1, 3]);
});

test.each([
  [{ count: 0 }, "count"],
  [{ count: 100_001 }, "count"],
  [{ name: " " }, "name"],
  [{ name: "a\nb" }, "name"],
  [{ use: { kind: "multi-use", maxUses: -1 } }, "use.maxUses"],
  [{ use: { kind: "multi-use", maxUses: 1_000_000 } }, "use.maxUses"],
  [{ prefix: "SPRING/26" }, "prefix"],
  [{ prefix: "SPRING SALE 2026" }, "prefix"],
  [{ own: "x".repeat(1_000_001) }, "own"],
  [{ fromLocal: "2026-01-01T10:00:00.0000" }, "fromLocal"],
  [{ use: { kind: "multi-use" } }, "use.maxUses"],
  [{ use: { kind: "once" } }, "use.kind"],
])("the schema of a batch refuses %j", (changes, field) => {
  const batch = { name: "Fans", count: 10, use: single, ...changes };
  const issues = accessCodeBatchSchema.safeParse(batch).error?.issues;
  expect(issues?.map(({ path }) => path.join("."))).toEqual([field]);
});
