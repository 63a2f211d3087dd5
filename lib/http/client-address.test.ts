import { expect, test } from "vitest";
import { clientAddress } from "./client-address";

test.each([
  ["9.9.9.9, 10.0.0.1", 1, "10.0.0.1"],
  ["6.6.6.6, 9.9.9.9, 10.0.0.1", 2, "9.9.9.9"],
  ["9.9.9.9", 2, "9.9.9.9"],
  ["6.6.6.6, 127.0.0.1", 0, "127.0.0.1"],
  ["", 1, "unknown"],
])("of %j behind %i trusted proxies, %s counts", (forwardedFor, proxies, expected) => {
  expect(clientAddress(new Headers({ "x-forwarded-for": forwardedFor }), proxies)).toBe(expected);
});
