import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeHtml, jsonForScript, linkAddress, logoAddress } from "./html";

test("escaped text has no character that could end an attribute or open a tag", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(escapeHtml(text)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
    }),
  );
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe(
    "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;",
  );
});

test("JSON in a script element keeps its value and cannot close the element", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = jsonForScript(value);
      expect(text).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each([
  ["/line/a/b", "/line/a/b"],
  ["https://shop.example/x?y=1", "https://shop.example/x?y=1"],
  ["http://shop.localhost:3002/", "http://shop.localhost:3002/"],
  ["javascript:alert(1)", null],
  [" javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["//evil.example", null],
  ["/\\evil.example", null],
  ["https:///evil", null],
  ["", null],
])("a link to %j becomes %j", (address, expected) => {
  expect(linkAddress(address)).toBe(expected);
});

test.each([
  ["/assets/logo.png", "/assets/logo.png"],
  ["data:image/png;base64,AA", "data:image/png;base64,AA"],
  ["https://elsewhere.example/logo.png", null],
  ["//elsewhere.example/logo.png", null],
  ["data:text/html,x", null],
  [null, null],
])("a logo at %j becomes %j", (address, expected) => {
  expect(logoAddress(address)).toBe(expected);
});
