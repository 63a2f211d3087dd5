import { describe, expect, test } from "vitest";
import { webAddress } from "./fields";

describe("an address that visitors are sent to", () => {
  test.each([
    ["https://shop.example/tickets?a=b#c", "https://shop.example/tickets?a=b#c"],
    [" https://shop.example ", "https://shop.example"],
    ["https://münchen.example/ö?q=ä", "https://xn--mnchen-3ya.example/%C3%B6?q=%C3%A4"],
  ])("%j is stored as %s", (typed, stored) => {
    expect(webAddress.parse(typed)).toBe(stored);
    expect(() => new Headers({ location: stored })).not.toThrow();
  });

  test.each([
    "https://shop.example/\nset-cookie: a=b",
    "https://shop.example/\r\n",
    "https://shop.exa\tmple/",
    "https://shop.example/\u0000",
    "https://shop.example/a b",
    "https://shop.example/\u2028",
    "https://shop.example/\ud800",
    "https://ana:secret@shop.example/",
    "javascript:alert(1)",
    "/tickets",
  ])("%j is refused when it is entered", (typed) => {
    const text = typed.trimEnd() === typed ? typed : `${typed}x`;
    expect(webAddress.safeParse(text).success).toBe(false);
  });
});
