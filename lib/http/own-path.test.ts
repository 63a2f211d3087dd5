import { expect, test } from "vitest";
import { ownPath } from "./own-path";

const CONSOLE = "http://console.localhost:3000";

test.each([
  ["/events", "/events"],
  ["/events/sale?tab=live#top", "/events/sale?tab=live#top"],
  ["/invitation?token=a%2Fb", "/invitation?token=a%2Fb"],
  ["/events?back=//elsewhere.example/", "/events?back=//elsewhere.example/"],
  ["/a\nb", "/ab"],
  ["/events/%0d%0aset-cookie: a", "/events/%0d%0aset-cookie:%20a"],
])("%j is a path of the console: %s", (text, path) => {
  expect(ownPath(text, CONSOLE)).toBe(path);
});

test.each([
  "//elsewhere.example/",
  "/\t/elsewhere.example/",
  "/\n/elsewhere.example/",
  "/\r\n/elsewhere.example/",
  "/\\elsewhere.example",
  "\\\\elsewhere.example",
  "/\t\\elsewhere.example",
  "/.//elsewhere.example",
  "/a/..//elsewhere.example",
  "/%2e//elsewhere.example",
  "/./\\elsewhere.example",
  " //elsewhere.example",
  "https://elsewhere.example/",
  "http:elsewhere.example",
  "http://console.localhost:3000@elsewhere.example/",
  "javascript:alert(1)",
  "//",
  "",
  undefined,
  ["/events", "//elsewhere.example"],
])("%j leads elsewhere and is ignored", (text) => {
  expect(ownPath(text, CONSOLE)).toBeNull();
});

test("whatever is answered stays at the console when a browser follows it", () => {
  const pieces = [
    "/",
    "\\",
    "\t",
    "\n",
    ".",
    "..",
    "%2e",
    "%2f",
    "@",
    ":",
    "elsewhere.example",
    "?",
  ];
  for (const first of pieces) {
    for (const second of pieces) {
      for (const third of pieces) {
        const path = ownPath(`/${first}${second}${third}/elsewhere.example`, CONSOLE);
        if (path !== null) expect(new URL(path, CONSOLE).origin).toBe(CONSOLE);
      }
    }
  }
});
