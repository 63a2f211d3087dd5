import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { projectPath } from "@/tools/stack/paths";
import { type CommandName, requireSettings, wrongSettings } from "./require-settings";

afterEach(() => vi.unstubAllEnvs());

const KEY = randomBytes(32).toString("base64url");
const A_FILE = fileURLToPath(import.meta.url);

/** A good value for each variable that has no default, and the commands that need it. */
const REQUIRED: Readonly<Record<string, { good: string; of: readonly CommandName[] }>> = {
  DATABASE_URL: {
    good: "postgresql://me:s3cret@db.internal:5432/stanchion",
    of: ["console", "worker", "migrate", "keys", "admin"],
  },
  REDIS_URL: {
    good: "redis://:s3cret@redis.internal:6379",
    of: ["console", "waiting-room", "worker"],
  },
  MASTER_KEY: { good: KEY, of: ["console", "waiting-room", "worker", "keys", "admin"] },
  NEXTAUTH_SECRET: { good: randomBytes(32).toString("base64url"), of: ["console"] },
  CONSOLE_URL: { good: "https://console.example.com", of: ["console", "admin"] },
  WAITING_ROOM_URL: { good: "https://room.example.com", of: ["console", "waiting-room", "worker"] },
  QUEUE_DOMAIN: { good: "room.example.com", of: ["console", "waiting-room", "worker"] },
};
const COMMANDS: readonly CommandName[] = [
  "console",
  "waiting-room",
  "worker",
  "migrate",
  "keys",
  "admin",
];

/** Values that no command takes, whoever reads them. */
const MALFORMED: readonly [variable: string, value: string, of: CommandName][] = [
  ["DATABASE_URL", "mysql://me:s3cret@db/x", "migrate"],
  ["DATABASE_URL", "db.internal:5432/s3cret", "worker"],
  ["REDIS_URL", "http://:s3cret@redis:6379", "waiting-room"],
  ["REDIS_URL", "redis+sentinel://:s3cret@one:26379", "worker"],
  ["REDIS_URL", "redis://:s3cret#1@redis:6379", "console"],
  ["REDIS_URL", "redis://:s3cret/1@redis:6379", "console"],
  ["REDIS_URL", "redis://:s3cret%1@redis:6379", "console"],
  ["REDIS_URL", "redis://:s3cret@redis:6379/abc", "worker"],
  ["DATABASE_URL", "postgresql://me:s3cret%@db/x", "migrate"],
  ["DATABASE_URL", "postgresql://me:s3cret#@db/x", "migrate"],
  ["AUDIT_ANCHOR_FILE", "/nowhere/anchors", "worker"],
  ["REDIS_DURABILITY", "perhaps", "console"],
  ["RETENTION_ADMISSIONS_DAYS", "30", "worker"],
  ["RETENTION_ADDRESSES_HOURS", "0.5", "worker"],
  ["RETENTION_AUDIT_DAYS", "-1", "worker"],
  ["MASTER_KEY", "s3cret", "console"],
  ["MASTER_KEY", `${KEY}=`, "waiting-room"],
  ["MASTER_KEY", randomBytes(31).toString("base64url"), "worker"],
  ["MASTER_KEY", "A".repeat(43), "keys"],
  ["MASTER_KEY", Buffer.from("s3cret".repeat(6).slice(0, 32)).toString("base64url"), "console"],
  ["PREVIOUS_MASTER_KEYS", `${KEY},s3cret`, "waiting-room"],
  ["NEXTAUTH_SECRET", randomBytes(23).toString("base64url"), "console"],
  ["NEXTAUTH_SECRET", "s3cret".repeat(20), "console"],
  ["CONSOLE_URL", "console.example.com", "console"],
  ["CONSOLE_URL", "https://console.example.com/", "admin"],
  ["WAITING_ROOM_URL", "ftp://room.example.com", "waiting-room"],
  ["QUEUE_DOMAIN", "https://room.example.com", "console"],
  ["SIGN_UP", "yes", "console"],
  ["SMTP_URL", "mail.example.com:587", "admin"],
  ["CONSOLE_PORT", "0", "console"],
  ["API_PORT", "0", "api"],
  ["WAITING_ROOM_PORT", "http", "waiting-room"],
  ["WAITING_ROOM_TLS_PORT", "70000", "waiting-room"],
  ["WAITING_ROOM_PROCESSES", "0", "waiting-room"],
  ["WAITING_ROOM_CONNECTIONS", "1", "waiting-room"],
  ["WAITING_ROOM_DOMAIN", "https://line.example.com", "waiting-room"],
  ["TRUSTED_PROXIES", "some", "console"],
  ["CAPTCHA_ORIGINS", "recaptcha", "waiting-room"],
  ["WORKER_PORT", "70000", "worker"],
  ["LISTEN_ADDRESS", "localhost", "console"],
  ["METRICS_LISTEN", "localhost:9464", "api"],
  ["METRICS_LISTEN", "127.0.0.1", "worker"],
  ["METRICS_LISTEN", "[::1]:65535", "waiting-room"],
  ["METRICS_EVENTS", "all", "waiting-room"],
  ["OTEL_TRACES_EXPORTER", "zipkin", "api"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318/s3cret", "worker"],
  ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "grpc://collector:4317", "console"],
  ["DRAIN_SECONDS", "soon", "waiting-room"],
  ["ALLOWED_PRIVATE_HOSTS", "10.0.0.0/99", "worker"],
];

/** What one file of a pair lacks. */
const HALF: readonly [given: string, missing: string][] = [
  ["TLS_CERTIFICATE_FILE", "TLS_KEY_FILE"],
  ["TLS_KEY_FILE", "TLS_CERTIFICATE_FILE"],
];

function setAll(...except: readonly string[]): void {
  for (const [name, { good }] of Object.entries(REQUIRED)) {
    vi.stubEnv(name, except.includes(name) ? undefined : good);
  }
}

describe.each(COMMANDS)("stanchion %s", (command) => {
  const required = Object.keys(REQUIRED).filter((name) => REQUIRED[name]?.of.includes(command));

  test("starts with all that it needs", () => {
    setAll();
    expect(wrongSettings(command)).toEqual([]);
    expect(() => requireSettings(command)).not.toThrow();
  });

  test("asks for each one that is missing, and for no other", () => {
    for (const name of Object.keys(REQUIRED)) {
      setAll(name);
      const sentences = wrongSettings(command);
      expect(sentences.map((sentence) => sentence.split(/[ :]/)[1])).toEqual(
        required.includes(name) ? [name] : [],
      );
    }
  });

  test("names everything at once when nothing is set", () => {
    setAll(...Object.keys(REQUIRED));
    const named = wrongSettings(command).map((sentence) => sentence.split(/[ :]/)[1]);
    expect(named.sort()).toEqual([...required].sort());
    for (const name of required) expect(() => requireSettings(command)).toThrow(`Set ${name}`);
  });
});

test.each(MALFORMED)(
  "%s is not %j, and the message does not repeat a secret",
  (name, value, of) => {
    setAll();
    vi.stubEnv(name, value);
    const [sentence = "", ...others] = wrongSettings(of);
    expect(sentence).toMatch(new RegExp(`^Set ${name}\\b`));
    expect(others).toEqual([]);
    expect(sentence).not.toContain("s3cret");
    if (/KEY|SECRET/.test(name)) expect(sentence).not.toContain(value);
  },
);

/** Values of what is read only where traces are exported. */
const MALFORMED_TRACES: readonly [variable: string, value: string][] = [
  ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
  ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "grpc"],
  ["OTEL_TRACES_SAMPLER", "sometimes"],
  ["OTEL_TRACES_SAMPLER_ARG", "1 %"],
];

test.each(MALFORMED_TRACES)("%s is not %j where traces are exported", (name, value) => {
  setAll();
  vi.stubEnv("OTEL_TRACES_EXPORTER", "otlp");
  vi.stubEnv("OTEL_TRACES_SAMPLER", "traceidratio");
  vi.stubEnv(name, value);
  expect(wrongSettings("worker")).toEqual([expect.stringMatching(`^Set ${name} `)]);
  vi.stubEnv("OTEL_SDK_DISABLED", "true");
  expect(wrongSettings("worker")).toEqual([]);
});

test.each(HALF)("%s alone is not enough", (given, missing) => {
  setAll();
  vi.stubEnv(given, A_FILE);
  expect(wrongSettings("waiting-room")).toEqual([expect.stringMatching(`^Set ${missing}, too`)]);
  vi.stubEnv(missing, A_FILE);
  expect(wrongSettings("waiting-room")).toEqual([]);
});

test("of two files that cannot be read both are told", () => {
  setAll();
  vi.stubEnv("TLS_CERTIFICATE_FILE", "/nowhere/room.crt");
  vi.stubEnv("TLS_KEY_FILE", "/nowhere/room.key");
  expect(wrongSettings("waiting-room")).toEqual([
    expect.stringMatching(/^Set TLS_CERTIFICATE_FILE to a file that can be read/),
    expect.stringMatching(/^Set TLS_KEY_FILE to a file that can be read/),
  ]);
});

test("every variable is tried here with a value that is wrong, but for those of which none is", () => {
  const source = readFileSync(projectPath("lib/platform/env.ts"), "utf8");
  const names = [
    ...source.matchAll(
      /(?:required|optional|port|whole|listenAt|addressOf|webAddressOf)\(\s*"([A-Z_]+)"/g,
    ),
  ];
  const tried = [...MALFORMED, ...MALFORMED_TRACES, ...HALF].map(([name]) => name);
  const untried = new Set(
    names.map(([, name = ""]) => name).filter((name) => !tried.includes(name)),
  );
  expect([...untried].sort()).toEqual([
    "MAIL_FROM",
    "NODE_ENV",
    "OTEL_SDK_DISABLED",
    "OUTBOX_DIRECTORY",
    "PREVIOUS_NEXTAUTH_SECRETS",
  ]);
});

test("several that are wrong are told together with those that are missing", () => {
  setAll("REDIS_URL", "QUEUE_DOMAIN");
  vi.stubEnv("MASTER_KEY", "short");
  vi.stubEnv("CONSOLE_PORT", "first");
  expect(() => requireSettings("console")).toThrow(
    /^"stanchion console" cannot start\..*\n {2}Set REDIS_URL.*\n {2}Set MASTER_KEY.*\n {2}Set QUEUE_DOMAIN.*\n {2}Set CONSOLE_PORT.*$/,
  );
});
