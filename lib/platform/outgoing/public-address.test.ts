import { describe, expect, test } from "vitest";
import { parseAllowedHosts } from "./allowed-hosts";
import { isPublicAddress } from "./public-address";

test.each([
  ["8.8.8.8", true],
  ["172.32.0.1", true],
  ["100.128.0.1", true],
  ["223.255.255.255", true],
  ["2606:4700::1", true],
  ["2a00:1450:4001::200e", true],
  ["0.0.0.0", false],
  ["127.8.8.8", false],
  ["172.16.0.1", false],
  ["100.64.0.1", false],
  ["169.254.169.254", false],
  ["203.0.113.9", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::", false],
  ["::1", false],
  ["::ffff:192.168.1.1", false],
  ["::ffff:8.8.8.8", false],
  ["::127.0.0.1", false],
  ["64:ff9b::a00:1", false],
  ["64:ff9b:1::a00:1", false],
  ["2001::7f00:1", false],
  ["2001:db8::1", false],
  ["2002:a00:1::1", false],
  ["fd00:ec2::254", false],
  ["fe80::1", false],
  ["fec0::1", false],
  ["ff02::1", false],
  ["no address", false],
  ["", false],
])("%s is public: %s", (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

describe("allowed internal hosts", () => {
  const allowed = parseAllowedHosts(" Shop.Internal,*.corp.example, 10.1.0.0/16,::1 ,192.168.0.7");

  test.each(["shop.internal", "a.corp.example", "a.b.corp.example"])("the name %s", (name) => {
    expect(allowed.hasName(name)).toBe(true);
  });

  test.each([
    "internal",
    "corp.example",
    "xcorp.example",
    "a.shop.internal",
    "shop.internal.evil.example",
  ])("not the name %s", (name) => {
    expect(allowed.hasName(name)).toBe(false);
  });

  test.each([
    ["10.1.255.1", true],
    ["10.2.0.1", false],
    ["::1", true],
    ["::2", false],
    ["192.168.0.7", true],
    ["192.168.0.8", false],
    ["shop.internal", false],
  ])("the address %s: %s", (address, expected) => {
    expect(allowed.hasAddress(address)).toBe(expected);
  });

  test("without any, nothing is", () => {
    const none = parseAllowedHosts("");
    expect(none.hasName("")).toBe(false);
    expect(none.hasAddress("127.0.0.1")).toBe(false);
  });

  test.each(["10.0.0.0/33", "http://shop.internal", "shop.internal:80", "*", "a b", "10.0.0.0/"])(
    "%s is refused with a sentence that names the variable",
    (text) => {
      expect(() => parseAllowedHosts(text)).toThrow("Set ALLOWED_PRIVATE_HOSTS");
    },
  );
});
