import { expect, test } from "vitest";
import { httpsOrigins } from "./https-origin";

const readingOf = (text: string) => httpsOrigins.safeParse([text]);

test.each([
  ["https://app.example.com", "https://app.example.com"],
  [" https://App.Example.com/ ", "https://app.example.com"],
  ["https://app.example.com:443", "https://app.example.com"],
  ["https://app.example.com:8443", "https://app.example.com:8443"],
  ["https://bücher.example", "https://xn--bcher-kva.example"],
  ["https://localhost", "https://localhost"],
  ["https://[2001:db8::1]", "https://[2001:db8::1]"],
])("%s is the origin %s", (text, origin) => {
  expect(readingOf(text).data).toEqual([origin]);
});

test.each([
  "",
  "null",
  "*",
  "app.example.com",
  "http://app.example.com",
  "https://*.example.com",
  "https://app.example.com/path",
  "https://app.example.com/?q",
  "https://app.example.com/#part",
  "https://user@app.example.com",
  "https://user:word@app.example.com/",
  "capacitor://localhost",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://",
  `https://${"a".repeat(200)}.example`,
])("%j is refused", (text) => {
  expect(readingOf(text).success).toBe(false);
});

test("an origin that is named twice counts once, and there are at most 20", () => {
  expect(httpsOrigins.parse(["https://a.example", "https://A.example/"])).toHaveLength(1);
  const many = Array.from({ length: 21 }, (_, index) => `https://a${index}.example`);
  expect(httpsOrigins.safeParse(many).success).toBe(false);
});
