import { expect, test } from "vitest";
import { parseUrl } from "./parse-url";

test("a text is read the same however many were read before", () => {
  // As many as make Node compile what is called.
  for (let count = 0; count < 20_000; count += 1) {
    expect(parseUrl("https://bücher.example/ä")?.href).toBe("https://xn--bcher-kva.example/%C3%A4");
  }
});

test("what is no URL is null", () => {
  for (const text of ["", "bücher", "//shop.example", "https://", "https://a b/"]) {
    expect(parseUrl(text)).toBeNull();
  }
});

test("a path needs a base", () => {
  expect(parseUrl("/a?b")).toBeNull();
  expect(parseUrl("/a?b", "https://shop.example")?.href).toBe("https://shop.example/a?b");
});
