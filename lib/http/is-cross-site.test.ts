import { expect, test } from "vitest";
import { isCrossSite } from "./is-cross-site";

test.each([
  ["GET", { "sec-fetch-site": "cross-site" }, false],
  ["POST", { "sec-fetch-site": "same-origin" }, false],
  ["POST", { "sec-fetch-site": "none" }, false],
  ["POST", { "sec-fetch-site": "same-site" }, true],
  ["POST", { "sec-fetch-site": "cross-site", origin: "http://console.localhost:3000" }, true],
  ["POST", { origin: "http://console.localhost:3000" }, false],
  ["POST", { origin: "http://console.localhost:3001" }, true],
  ["DELETE", { origin: "null" }, true],
  ["PUT", {}, false],
])("%s with %j is cross-site: %s", (method, headers, expected) => {
  const url = "http://console.localhost:3000/api/events";
  const request = new Request(url, { method, headers: new Headers(Object.entries(headers)) });
  expect(isCrossSite(request, "http://console.localhost:3000")).toBe(expected);
});
