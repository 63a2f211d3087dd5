import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkFiles } from "./files";
import { checkKeys } from "./keys";
import { checkSettings } from "./settings";
import { checkVersion } from "./versions";

const MASTER_KEY = "KioqKioqKiqq_v7-EBESExQVFhcYGRobHB0eHyAhIiM";
const GOOD = {
  NODE_ENV: "production",
  DATABASE_URL: "postgresql://stanchion:secret@127.0.0.1:5432/stanchion",
  REDIS_URL: "redis://127.0.0.1:6379",
  MASTER_KEY,
  NEXTAUTH_SECRET: "Zm9vYmFyYmF6cXV4LXRoaXMtaXMtZm9yLXRlc3Rz",
  CONSOLE_URL: "https://console.example.com",
  WAITING_ROOM_URL: "https://room.example.com",
  QUEUE_DOMAIN: "room.example.com",
  SIGN_UP: "invite",
};

beforeEach(() => {
  for (const [name, value] of Object.entries(GOOD)) vi.stubEnv(name, value);
});
afterEach(() => vi.unstubAllEnvs());

const codes = (findings: readonly { readonly code: string }[]) => findings.map(({ code }) => code);

describe("settings", () => {
  test("that are good give no finding", () => {
    expect(checkSettings()).toEqual([]);
  });

  test.each([
    "DATABASE_URL",
    "REDIS_URL",
    "MASTER_KEY",
    "NEXTAUTH_SECRET",
    "CONSOLE_URL",
    "WAITING_ROOM_URL",
    "QUEUE_DOMAIN",
  ])("a missing %s is named once", (name) => {
    vi.stubEnv(name, "");
    const findings = checkSettings();
    expect(codes(findings)).toEqual(["settings.missing"]);
    expect(findings[0]?.what).toContain(`Set ${name}:`);
  });

  test.each([
    ["DATABASE_URL", "mysql://db"],
    ["REDIS_URL", "127.0.0.1:6379"],
    ["REDIS_DURABILITY", "yes"],
    ["MASTER_KEY", "short"],
    ["PREVIOUS_MASTER_KEYS", "short"],
    ["NEXTAUTH_SECRET", "short"],
    ["CONSOLE_URL", "console.example.com"],
    ["WAITING_ROOM_URL", "https://room.example.com/"],
    ["QUEUE_DOMAIN", "https://room.example.com"],
    ["SIGN_UP", "everybody"],
    ["SMTP_URL", "mail.example.com:25"],
    ["CONSOLE_PORT", "http"],
    ["WAITING_ROOM_PORT", "70000"],
    ["WAITING_ROOM_TLS_PORT", "0"],
    ["WORKER_PORT", "x"],
    ["WAITING_ROOM_PROCESSES", "0"],
    ["WAITING_ROOM_CONNECTIONS", "1"],
    ["WAITING_ROOM_DOMAIN", "https://line.example.com"],
    ["DRAIN_SECONDS", "soon"],
    ["TRUSTED_PROXIES", "-1"],
    ["ALLOWED_PRIVATE_HOSTS", "10.0.0.0/64"],
    ["TLS_KEY_FILE", "/nowhere/key.pem"],
  ])("a malformed %s is named", (name, value) => {
    vi.stubEnv(name, value);
    const findings = checkSettings();
    expect(new Set(codes(findings))).toEqual(new Set(["settings.malformed"]));
    expect(findings.map(({ what }) => what).join()).toContain(name);
  });

  test("an open sign-up and another mode than production are warnings", () => {
    vi.stubEnv("SIGN_UP", "open");
    vi.stubEnv("NODE_ENV", "development");
    const findings = checkSettings();
    expect(codes(findings)).toEqual(["settings.not-production", "sign-up.open"]);
    expect(findings.map(({ severity }) => severity)).toEqual(["warning", "warning"]);
  });
});

test.each([
  ["node", "20.18.3", ["node.too-old"]],
  ["node", "18.20.0", ["node.too-old"]],
  ["node", "20.19.0", []],
  ["node", "24.1.0", []],
  ["postgres", "14.19 (Debian 14.19-1)", ["postgres.too-old"]],
  ["postgres", "18.4", []],
  ["redis", "6.2.14", ["redis.too-old"]],
  ["redis", "7.0.15", []],
] as const)("%s %s", (what, version, expected) => {
  expect(codes(checkVersion(what, version))).toEqual(expected);
});

describe("keys", () => {
  test("of random bytes are good, and a text that somebody wrote is weak", () => {
    expect(checkKeys(MASTER_KEY, "something else")).toEqual([]);
    const written = Buffer.from("correct horse battery staple 123").toString("base64url");
    expect(codes(checkKeys(written, "something else"))).toEqual(["keys.weak"]);
  });

  test("that are used twice are told", () => {
    expect(codes(checkKeys(MASTER_KEY, MASTER_KEY))).toEqual(["keys.shared"]);
  });
});

describe("files", () => {
  const folder = mkdtempSync(join(tmpdir(), "stanchion-files-"));
  const tlsKeyFile = join(folder, "room.key");
  const settingsFile = join(folder, "stanchion.env");
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(() => {
    for (const file of [tlsKeyFile, settingsFile]) {
      writeFileSync(file, "");
      chmodSync(file, 0o640);
    }
  });

  test("that only owner and group may read are good, and none at all, too", () => {
    expect(checkFiles({ tlsKeyFile, settingsFile })).toEqual([]);
    expect(checkFiles({ tlsKeyFile: undefined, settingsFile: undefined })).toEqual([]);
  });

  test("that everybody may read or write are told", () => {
    chmodSync(tlsKeyFile, 0o644);
    expect(codes(checkFiles({ tlsKeyFile, settingsFile }))).toEqual(["files.key-readable"]);
    chmodSync(tlsKeyFile, 0o640);
    chmodSync(settingsFile, 0o642);
    expect(codes(checkFiles({ tlsKeyFile, settingsFile }))).toEqual(["files.settings-readable"]);
  });

  test("that are not there are told", () => {
    const findings = checkFiles({ tlsKeyFile: undefined, settingsFile: join(folder, "other.env") });
    expect(codes(findings)).toEqual(["files.settings-unreadable"]);
  });
});
