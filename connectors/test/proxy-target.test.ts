import fc from "fast-check";
import { expect, test } from "vitest";
import { normaliseTarget } from "../src/adapters/proxy/target.ts";

test.each([
  ["/tickets?a=1", "/tickets?a=1"],
  ["/%74ickets", "/tickets"],
  ["/%7eana/%2D%5f%2e", "/~ana/-_."],
  ["/a%2Fb%20c%c3%a4", "/a%2Fb%20c%c3%a4"],
  ["/free/../tickets", "/tickets"],
  ["/free/%2e%2E/tickets", "/tickets"],
  ["/./tickets/.", "/tickets/"],
  ["/tickets/a/..", "/tickets/"],
  ["/../../tickets", "/tickets"],
  ["//tickets", "//tickets"],
  ["/tickets?b=/../%74#c", "/tickets?b=/../%74"],
  ["/free#/../tickets", "/free"],
  ["http://other.example/tickets", "/tickets"],
  ["http://other.example", "/"],
  ["http://other.example?a=1", "/?a=1"],
  ["*", "/*"],
  ["", "/"],
  ["/%zz%4", "/%zz%4"],
])("%s is passed on as %s", (target, normal) => {
  expect(normaliseTarget(target)).toBe(normal);
});

test("what is normal stays, and every path begins with a slash and has no dot segment", () => {
  const piece = fc.constantFrom("/", ".", "..", "%2e", "%74", "%2f", "a", "?", "#", "%", "ä", "&");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const normal = normaliseTarget(pieces.join(""));
      expect(normaliseTarget(normal)).toBe(normal);
      const path = normal.split("?")[0] ?? "";
      expect(path).toMatch(/^\//);
      expect(path.split("/").filter((segment) => /^\.\.?$/.test(segment))).toEqual([]);
    }),
  );
});
