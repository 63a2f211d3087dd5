import { describe, expect, test } from "vitest";
import { parseAllowedHosts } from "@/lib/platform/outgoing/allowed-hosts";
import { readPushUrl } from "./push-url";

const NOTHING = parseAllowedHosts("");

describe("where a config may be pushed", () => {
  test.each(["https://shop.example/?__push_queueit_config", "https://8.8.8.8:8443/push"])(
    "%s",
    (url) => {
      expect(readPushUrl(url, NOTHING)).toEqual({ ok: true, url });
    },
  );

  test.each([
    "shop.example/push",
    "ftp://shop.example/",
    "http://shop.example/push",
    "https://ana:secret@shop.example/",
    "https://localhost/push",
    "https://shop.localhost/push",
    "https://shop.localhost./push",
    "https://127.0.0.1/push",
    "https://0x7f.1/push",
    "https://[::1]/push",
    "https://[::ffff:10.0.0.1]/push",
    "https://169.254.169.254/latest/meta-data",
    "https://10.1.2.3/",
    `https://shop.example/${"a".repeat(2_000)}`,
  ])("not %s", (url) => {
    const reading = readPushUrl(url, NOTHING);
    expect(reading.ok).toBe(false);
    expect(reading).toHaveProperty("reason", expect.stringMatching(/\w.*\.$/));
  });

  test("internal ones that are allowed, but http to this machine only", () => {
    const allowed = parseAllowedHosts("10.0.0.0/8, 127.0.0.1,*.localhost");
    expect(readPushUrl("https://10.1.2.3/push", allowed).ok).toBe(true);
    expect(readPushUrl("http://127.0.0.1:8080/push", allowed).ok).toBe(true);
    expect(readPushUrl("http://shop.localhost:8080/push", allowed).ok).toBe(true);
    expect(readPushUrl("http://10.1.2.3/push", allowed).ok).toBe(false);
    expect(readPushUrl("https://192.168.1.1/push", allowed).ok).toBe(false);
    expect(readPushUrl("http://127.0.0.1:8080/push", NOTHING).ok).toBe(false);
  });
});
