import { expect, test } from "vitest";
import { networkOf } from "./network-of";

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["2001:0db8:85a3:8d3:1319:8a2e:370:7348", "2001:db8:85a3::/48"],
  ["2001:db8::1", "2001:db8:0::/48"],
  ["::1", "0:0:0::/48"],
  ["unix:/tmp/x", ""],
  ["", ""],
])("of %s only %s is kept", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
