import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMasterKey } from "./seal";
import { makeStaffLink, readStaffLink } from "./staff-link";

const master = parseMasterKey(randomBytes(32).toString("base64url"));
const other = parseMasterKey(randomBytes(32).toString("base64url"));
const target = { customerId: "demo", eventId: "demosale" };
const claims = { id: "stl_1", expiresUnixSeconds: 1_800_000_000 };
const link = makeStaffLink(master, target, claims);

const read = (text: string, nowUnixSeconds = 0) =>
  readStaffLink([master], target, { text, nowUnixSeconds });

describe("staff links", () => {
  test("a link is valid for its own customer and event until the second it expires", () => {
    expect(read(link, 1_800_000_000)).toEqual({
      status: "valid",
      claims,
    });
    expect(read(link, 1_800_000_001)).toEqual({ status: "expired" });
  });

  test("a link signed before the master key was changed stays valid", () => {
    expect(readStaffLink([other, master], target, { text: link, nowUnixSeconds: 0 }).status).toBe(
      "valid",
    );
    expect(readStaffLink([other], target, { text: link, nowUnixSeconds: 0 })).toEqual({
      status: "forged",
    });
  });

  test.each([
    { customerId: "other", eventId: "demosale" },
    { customerId: "demo", eventId: "other" },
    { customerId: "demo|demosale", eventId: "" },
  ])("a link cannot be moved to $customerId/$eventId", (elsewhere) => {
    expect(readStaffLink([master], elsewhere, { text: link, nowUnixSeconds: 0 })).toEqual({
      status: "forged",
    });
  });

  test("changing any one character makes a link worthless", () => {
    for (let index = 0; index < link.length; index += 1) {
      const altered = `${link.slice(0, index)}${link[index] === "A" ? "B" : "A"}${link.slice(index + 1)}`;
      if (altered === link) continue;
      expect(read(altered).status).not.toBe("valid");
    }
  });

  test("no text makes the reader throw", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 700 }), (text) => {
        expect(read(text).status).toMatch(/^(malformed|forged)$/);
      }),
    );
  });

  test("a signed payload of another shape is refused", () => {
    const wrong = makeStaffLink(master, target, { id: "", expiresUnixSeconds: 1.5 });
    expect(read(wrong)).toEqual({ status: "malformed" });
  });
});
