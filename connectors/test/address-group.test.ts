import { expect, test } from "vitest";
import { addressClasses, addressGroup } from "../src/host/address-group.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1::2:3:4:5", "2001:db8:1:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s is counted as %s", (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test.each([
  ["64:ff9b::cb00:7109", "203.0.113.9"],
  ["64:ff9b::203.0.113.9", "203.0.113.9"],
  ["0064:FF9B:0:0:0:0:CB00:7109", "203.0.113.9"],
  ["64:ff9b:1::cb00:7109", "64:ff9b:1:0:0:0:cb00:7109"],
  ["64:ff9b:1:fffe::203.0.113.9", "64:ff9b:1:fffe:0:0:cb00:7109"],
  // With a prefix of 48 bits the IPv4 address stands around the ninth byte.
  ["64:ff9b:1:cb00:71:900::", "64:ff9b:1:cb00:71:900:0:0"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["::ffff:0:cb00:7109", "203.0.113.9"],
  ["2002:cb00:7109::1", "203.0.113.9"],
  ["2002:cb00:7109:ffff:1:2:3:4", "203.0.113.9"],
  ["2001:0:4136:e378:8000:63bf:34ff:8ef6", "203.0.113.9"],
])("%s, which a translator made, is one source: %s", (address, name) => {
  expect(addressGroup(address)).toBe(name);
  expect(addressClasses(address)).toEqual([{ kind: "address", name }]);
});

test("the neighbours of what translators use are networks like others", () => {
  for (const address of [
    "64:ff9b:2::cb00:7109",
    "64:ff9b:0:1::cb00:7109",
    "64:ff9c::cb00:7109",
    "2003:cb00:7109::1",
    "2001:1::1",
    "::ffff:1:cb00:7109",
  ]) {
    expect(addressClasses(address).map(({ kind }) => kind)).toEqual(["address", "site"]);
  }
});
