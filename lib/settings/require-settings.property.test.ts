import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { Redis } from "ioredis";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { redisTarget } from "@/lib/line/redis-address";
import { env } from "@/lib/platform/env";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { connectMailServer } from "@/lib/platform/mail/mail-server";
import { type CommandName, requireSettings, SETTINGS } from "./require-settings";

afterEach(() => vi.unstubAllEnvs());

const GOOD = {
  DATABASE_URL: "postgresql://me:s3cret@db.internal:5432/stanchion",
  REDIS_URL: "redis://:s3cret@redis.internal:6379",
  MASTER_KEY: randomBytes(32).toString("base64url"),
  NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
  CONSOLE_URL: "https://console.example.com",
  WAITING_ROOM_URL: "https://room.example.com",
  QUEUE_DOMAIN: "room.example.com",
};
const OTHERS = [
  ...[
    "REDIS_DURABILITY",
    "PREVIOUS_MASTER_KEYS",
    "PREVIOUS_NEXTAUTH_SECRETS",
    "SIGN_UP",
    "SMTP_URL",
  ],
  ...[
    "WAITING_ROOM_DOMAIN",
    "LISTEN_ADDRESS",
    "CONSOLE_PORT",
    "API_PORT",
    "WAITING_ROOM_PORT",
    "WORKER_PORT",
  ],
  ...["WAITING_ROOM_TLS_PORT", "DRAIN_SECONDS", "ALLOWED_PRIVATE_HOSTS", "WAITING_ROOM_PROCESSES"],
  ...["WAITING_ROOM_CONNECTIONS", "RETENTION_ADMISSIONS_DAYS", "RETENTION_ADDRESSES_HOURS"],
  ...["RETENTION_AUDIT_DAYS", "AUDIT_ANCHOR_FILE", "TLS_CERTIFICATE_FILE", "TLS_KEY_FILE"],
  ...["METRICS_LISTEN", "METRICS_EVENTS"],
  ...["OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_PROTOCOL"],
  ...["OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG"],
  ...["CAPTCHA_ORIGINS", "TRUSTED_PROXIES", "MAIL_FROM", "OUTBOX_DIRECTORY"],
];
const NAMES = [...Object.keys(GOOD), ...OTHERS];

/** What people write by mistake: no address at all, and one with something special in its middle. */
const text = fc
  .string({ unit: "binary-ascii", maxLength: 40 })
  .map((it) => it.replaceAll("\0", ""));
const middle = fc.oneof(text, fc.constantFrom("#", "%", "/", "?", "@", ":", "%zz", "[", " "));
const value = fc.oneof(
  text,
  fc
    .tuple(fc.constantFrom("redis://:", "rediss://u:", "redis+sentinel://:"), middle)
    .map(([scheme, secret]) => `${scheme}${secret}@host:6379/1`),
  middle.map((secret) => `postgresql://me:${secret}@db:5432/name`),
  middle.map((secret) => `smtp://me:${secret}@mail:587`),
  middle.map((path) => `redis://host:6379/${path}`),
  middle.map((host) => `https://${host}`),
);

/** What the programs do first with settings that were found good. */
const USED: Readonly<Record<string, () => unknown>> = {
  REDIS_URL: () => {
    const target = redisTarget(env.redisUrl());
    const lazy = { lazyConnect: true };
    return "url" in target ? new Redis(target.url, lazy) : new Redis({ ...target, ...lazy });
  },
  DATABASE_URL: () => new pg.Client({ connectionString: env.databaseUrl() }),
  SMTP_URL: () => connectMailServer(env.smtpUrl() ?? "smtp://x", 10, () => undefined),
  CONSOLE_URL: () => new URL(env.consoleUrl()),
  WAITING_ROOM_URL: () => new URL(env.waitingRoomUrl()),
};

test.each(NAMES)("%s of any text is good for its program, or refused in one line", (name) => {
  fc.assert(
    fc.property(value, (given) => {
      for (const [key, good] of Object.entries(GOOD)) vi.stubEnv(key, good);
      for (const key of OTHERS) vi.stubEnv(key, "");
      vi.stubEnv(name, given);
      for (const command of Object.keys(SETTINGS) as CommandName[]) {
        try {
          requireSettings(command);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpectedFailure);
          const told = error instanceof Error ? error.message : "";
          const [, ...sentences] = told.split("\n  Set ");
          expect(sentences.length).toBeGreaterThan(0);
          expect(told).not.toMatch(/^\s+at /m);
          continue;
        }
        if (SETTINGS[command].some((setting) => READ_BY[name] === setting)) USED[name]?.();
      }
    }),
    { numRuns: 60 },
  );
});

const READ_BY: Readonly<Record<string, string>> = {
  REDIS_URL: "redisUrl",
  DATABASE_URL: "databaseUrl",
  SMTP_URL: "smtpUrl",
  CONSOLE_URL: "consoleUrl",
  WAITING_ROOM_URL: "waitingRoomUrl",
};
