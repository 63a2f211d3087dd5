import { describe, expect, test } from "vitest";
import { isInternalAddress } from "./internal-address";
import { readPushUrl } from "./push-url";

describe("where a config may be pushed", () => {
  test.each(["https://shop.example/?__push_queueit_config", "https://203.0.113.1:8443/push"])(
    "%s",
    (url) => {
      expect(readPushUrl(url, false)).toEqual({ ok: true, url });
    },
  );

  test.each([
    "shop.example/push",
    "ftp://shop.example/",
    "http://shop.example/push",
    "https://ana:secret@shop.example/",
    "https://localhost/push",
    "https://shop.localhost/push",
    "https://127.0.0.1/push",
    "https://0x7f.1/push",
    "https://[::1]/push",
    "https://[::ffff:10.0.0.1]/push",
    "https://169.254.169.254/latest/meta-data",
    "https://10.1.2.3/",
    `https://shop.example/${"a".repeat(2_000)}`,
  ])("not %s", (url) => {
    const reading = readPushUrl(url, false);
    expect(reading.ok).toBe(false);
    expect(reading).toHaveProperty("reason", expect.stringMatching(/\w.*\.$/));
  });

  test("internal ones where that is allowed, but http to this machine only", () => {
    expect(readPushUrl("https://10.1.2.3/push", true).ok).toBe(true);
    expect(readPushUrl("http://127.0.0.1:8080/push", true).ok).toBe(true);
    expect(readPushUrl("http://shop.localhost:8080/push", true).ok).toBe(true);
    expect(readPushUrl("http://10.1.2.3/push", true).ok).toBe(false);
    expect(readPushUrl("http://127.0.0.1:8080/push", false).ok).toBe(false);
  });
});

test.each([
  ["8.8.8.8", false],
  ["203.0.113.9", false],
  ["2606:4700::1", false],
  ["172.16.0.1", true],
  ["172.32.0.1", false],
  ["100.64.0.1", true],
  ["::ffff:192.168.1.1", true],
  ["::ffff:8.8.8.8", false],
  ["64:ff9b::a00:1", true],
  ["2002:a00:1::1", true],
  ["fd00::1", true],
  ["fe80::1", true],
  ["::", true],
  ["0.0.0.0", true],
  ["no address", true],
])("%s is internal: %s", (address, expected) => {
  expect(isInternalAddress(address)).toBe(expected);
});
