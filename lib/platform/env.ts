import { isIP } from "node:net";
import type { VendorOrigins } from "@/lib/domain/challenge/captcha-vendors";
import { isCaptchaProvider } from "@/lib/domain/challenge/challenge-setting";
import { parseUrl } from "@/lib/domain/parse-url";
import { RETENTION } from "@/lib/domain/retention/periods";
import { ExpectedFailure } from "./expected-failure";

/**
 * The only place that reads the environment. Each value is read when asked for, so that a process
 * needs only what it uses; a missing or malformed value throws one sentence that says what to set.
 */
function required(name: string, what: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new ExpectedFailure(`Set ${name}: ${what}.`);
  return value;
}

function optional(name: string): string | undefined {
  const value = process.env[name];
  return value === "" ? undefined : value;
}

function port(name: string, fallback: number): number {
  const text = optional(name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65_535) {
    throw new ExpectedFailure(`Set ${name} to a port between 1 and 65535; it is "${text}".`);
  }
  return value;
}

function whole(
  name: string,
  { default: fallback, least, most }: { default: number; least: number; most: number },
): number {
  const text = optional(name) ?? String(fallback);
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ExpectedFailure(
    `Set ${name} to a whole number from ${least} to ${most}; it is "${text}".`,
  );
}

function wholeIfSet(name: string, least: number, most: number): number | undefined {
  const text = optional(name);
  const value = Number(text);
  if (text !== undefined && (!Number.isInteger(value) || value < least || value > most)) {
    throw new ExpectedFailure(`Set ${name} to a number from ${least} to ${most}; it is "${text}".`);
  }
  return text === undefined ? undefined : value;
}

/** The first of the choices where none is set. */
function oneOf<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
  what: string,
): Choice {
  const text = optional(name);
  const chosen = text === undefined ? choices[0] : choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen;
  throw new ExpectedFailure(`Set ${name} to ${what}; it is "${text}".`);
}

/** A host that connectors can put `https://` in front of and their own paths behind. */
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const QUEUE_DOMAIN = /^[\w.-]+(:\d{1,5})?(\/[\w.-]+)*$/;

function pathOf(domain: string): string {
  const slash = domain.indexOf("/");
  return slash === -1 ? "" : domain.slice(slash);
}

/** The message has no part of the value: there may be a password in it. */
function addressOf(name: string, text: string, schemes: readonly string[]): string {
  const scheme = /^([a-z]+):\/\/./.exec(text)?.[1] ?? "";
  if (schemes.includes(scheme) && parseUrl(text) !== null) return text;
  const forms = schemes.map((one) => `${one}://`).join(" or ");
  throw new ExpectedFailure(`Set ${name} to a URL that starts with ${forms}.`);
}

function webAddressOf(name: string, what: string): string {
  const text = addressOf(name, required(name, what), ["https", "http"]);
  if (!/[/?#]$/.test(text)) return text;
  throw new ExpectedFailure(`Set ${name} without the "${text.at(-1)}" at its end.`);
}

function originOf(name: string, text: string): string {
  const url = parseUrl(text);
  if (url !== null) return url.origin;
  throw new ExpectedFailure(
    `Set ${name} to a URL such as https://room.example.com; it is "${text}".`,
  );
}

/** An address of this machine and a port. */
export type ListenAt = { readonly address: string; readonly port: number };

/** Above it each program has a port of its own. */
const LISTEN_PORT_MAX = 65_500;
const LISTEN_AT = /^(?:\[([0-9a-fA-F:.]+)\]|([\d.]+)):(\d{1,5})$/;

function listenAt(name: string): ListenAt | undefined {
  const text = optional(name);
  if (text === undefined) return undefined;
  const [, six, four, digits] = LISTEN_AT.exec(text) ?? [];
  const address = six ?? four ?? "";
  const port = Number(digits);
  if (isIP(address) !== 0 && port >= 1 && port <= LISTEN_PORT_MAX) return { address, port };
  throw new ExpectedFailure(
    `Set ${name} to an address of this machine and a port up to ${LISTEN_PORT_MAX}, such as 127.0.0.1:9464; it is "${text}".`,
  );
}

/** How traces leave this process. */
export type TracesSettings = {
  readonly protocol: "http/protobuf" | "http/json";
  /** The share of traces that a sampler keeps; undefined where none is set. */
  readonly ratio: number | undefined;
};

const OTLP_ENDPOINTS = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];

/** Reads what OpenTelemetry's packages read for themselves, too: they would take what is wrong for unset. */
function tracesSettings(): TracesSettings | undefined {
  const exporter = oneOf("OTEL_TRACES_EXPORTER", ["", "otlp", "none"], "otlp or none");
  const addresses = OTLP_ENDPOINTS.flatMap((name) => {
    const text = optional(name);
    return text === undefined ? [] : [addressOf(name, text, ["https", "http"])];
  });
  const isDisabled = optional("OTEL_SDK_DISABLED")?.toLowerCase() === "true";
  const isAsked = exporter === "otlp" || (exporter === "" && addresses.length > 0);
  if (isDisabled || !isAsked) return undefined;
  const ofTraces = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL";
  const name = optional(ofTraces) === undefined ? "OTEL_EXPORTER_OTLP_PROTOCOL" : ofTraces;
  const protocol = oneOf(name, ["http/protobuf", "http/json"], "http/protobuf or http/json");
  return { protocol, ratio: sampledRatio() };
}

const SAMPLERS = [
  ...(["parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"] as const),
  ...(["always_on", "always_off", "traceidratio"] as const),
] as const;

function sampledRatio(): number | undefined {
  if (optional("OTEL_TRACES_SAMPLER") === undefined) return undefined;
  const sampler = oneOf("OTEL_TRACES_SAMPLER", SAMPLERS, "a sampler such as traceidratio");
  if (sampler.endsWith("always_on")) return 1;
  if (sampler.endsWith("always_off")) return 0;
  const text = optional("OTEL_TRACES_SAMPLER_ARG") ?? "1";
  const ratio = Number(text);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new ExpectedFailure(
    `Set OTEL_TRACES_SAMPLER_ARG to a number from 0 to 1; it is "${text}".`,
  );
}

export type SignUpMode = "open" | "invite" | "closed";

/**
 * What the command `stanchion` sets before anything else is loaded: libraries take this for production unless
 * NODE_ENV says otherwise, and the sign-in knows one address of the console.
 */
export function completeEnvironment(): void {
  const environment: Record<string, string | undefined> = process.env;
  environment["NODE_ENV"] ||= "production";
  environment["NEXT_TELEMETRY_DISABLED"] ||= "1";
  const consoleUrl = optional("CONSOLE_URL");
  if (consoleUrl !== undefined) environment["NEXTAUTH_URL"] = consoleUrl;
}

export const env = {
  mode: () => optional("NODE_ENV"),
  databaseUrl: () =>
    addressOf("DATABASE_URL", required("DATABASE_URL", "the address of the Postgres database"), [
      "postgresql",
      "postgres",
    ]),
  redisUrl: () => required("REDIS_URL", "the address of the Redis server"),
  /** `managed`: a provider keeps Redis and answers for what we would check otherwise. */
  redisDurability: () =>
    oneOf(
      "REDIS_DURABILITY",
      ["checked", "managed"],
      "managed if a provider runs Redis, otherwise to checked",
    ),
  /** 32 bytes in base64url; seals secrets and places. */
  masterKey: () => required("MASTER_KEY", "32 random bytes in base64url, kept secret"),
  /** Former keys, newest first: they still open what they sealed. */
  previousMasterKeys: () => (optional("PREVIOUS_MASTER_KEYS") ?? "").split(",").filter(Boolean),
  sessionSecret: () => required("NEXTAUTH_SECRET", "a long random text that signs sign-ins"),
  /** Former ones, newest first: they still open the sign-ins that they sealed. */
  previousSessionSecrets: () =>
    (optional("PREVIOUS_NEXTAUTH_SECRETS") ?? "").split(",").filter(Boolean),
  /** Where operators reach the console, without a slash at the end. */
  consoleUrl: () => webAddressOf("CONSOLE_URL", "the address of the console"),
  /** The same for programs that only put it into mails; without it those have no link. */
  consoleUrlIfSet: () => (optional("CONSOLE_URL") === undefined ? undefined : env.consoleUrl()),
  /** Where visitors reach the waiting room, without a slash at the end. */
  waitingRoomUrl: () => webAddressOf("WAITING_ROOM_URL", "the address of the waiting room"),
  /** `host[:port][/path]` that connectors put after `https://`: `QueueDomain` on the wire. */
  queueDomain: () => {
    const domain = required("QUEUE_DOMAIN", "the host that connectors send visitors to");
    if (!QUEUE_DOMAIN.test(domain)) {
      throw new ExpectedFailure(
        `Set QUEUE_DOMAIN to a host, optionally with a port and path; it is "${domain}".`,
      );
    }
    return domain;
  },
  /** The path in `QUEUE_DOMAIN`, under which the waiting room is reached: `/queue`, or "" for none. */
  queuePath: () => (optional("QUEUE_DOMAIN") === undefined ? "" : pathOf(env.queueDomain())),
  /** Where browsers and apps reach the waiting room, without paths: no other host is named in its answers. */
  waitingRoomOrigins: (): readonly string[] => {
    const url = optional("WAITING_ROOM_URL");
    const domain = optional("QUEUE_DOMAIN");
    const origins = [url, domain === undefined ? undefined : `https://${domain}`];
    return origins.flatMap((text) =>
      text === undefined ? [] : [originOf("WAITING_ROOM_URL", text)],
    );
  },
  /** The domain before which customers' names stand in hosts of their own; undefined for none. */
  waitingRoomDomain: () => {
    const domain = optional("WAITING_ROOM_DOMAIN");
    if (domain !== undefined && !DOMAIN.test(domain)) {
      throw new ExpectedFailure(
        `Set WAITING_ROOM_DOMAIN to a domain, such as line.example.com; it is "${domain}".`,
      );
    }
    return domain;
  },
  /** Strangers may only sign up where somebody has set that. */
  signUp: (): SignUpMode =>
    oneOf("SIGN_UP", ["invite", "open", "closed"], "open, invite or closed"),
  smtpUrl: () => {
    const text = optional("SMTP_URL");
    return text === undefined ? undefined : addressOf("SMTP_URL", text, ["smtp", "smtps"]);
  },
  mailFrom: () => optional("MAIL_FROM") ?? "Stanchion <no-reply@localhost>",
  /** Where e-mails go as files when no SMTP server is set. */
  outboxDirectory: () => optional("OUTBOX_DIRECTORY") ?? ".data/outbox",
  /** The address of this machine on which a process listens; undefined: on every one. */
  listenAddress: (): string | undefined => {
    const address = optional("LISTEN_ADDRESS");
    if (address === undefined || isIP(address) !== 0) return address;
    throw new ExpectedFailure(
      `Set LISTEN_ADDRESS to an address of this machine such as 127.0.0.1; it is "${address}".`,
    );
  },
  consolePort: () => port("CONSOLE_PORT", 3000),
  apiPort: () => port("API_PORT", 3003),
  waitingRoomPort: () => port("WAITING_ROOM_PORT", 3001),
  waitingRoomTlsPort: () => port("WAITING_ROOM_TLS_PORT", 3443),
  /** Where a worker says how it is; 0: nowhere. */
  workerPort: () => (optional("WORKER_PORT") === "0" ? 0 : port("WORKER_PORT", 3002)),
  /** Where Prometheus reads the waiting room, and the other programs on the ports above; undefined: nowhere. */
  metricsListen: () => listenAt("METRICS_LISTEN"),
  /** How many events are shown each for itself. */
  metricsEvents: () => whole("METRICS_EVENTS", { default: 50, least: 0, most: 1_000 }),
  /** How traces are exported, by OpenTelemetry's own variables; undefined: not at all. */
  traces: () => tracesSettings(),
  /** How long a process that is asked to end goes on as before, while it says that it should get no new work. */
  drainSeconds: () => whole("DRAIN_SECONDS", { default: 5, least: 0, most: 300 }),
  /** Internal names, addresses and ranges that customers may have asked, with commas between. */
  allowedPrivateHosts: () => optional("ALLOWED_PRIVATE_HOSTS") ?? "",
  /** How many processes share the waiting room's ports; undefined: one for each core. */
  waitingRoomProcesses: () => wholeIfSet("WAITING_ROOM_PROCESSES", 1, 256),
  /** Connections that one process holds on one port at the most; undefined: as the program thinks fit. */
  waitingRoomConnections: () => wholeIfSet("WAITING_ROOM_CONNECTIONS", 10, 1_000_000),
  /** How long it is known who was let in. */
  retentionAdmissionsDays: () => whole("RETENTION_ADMISSIONS_DAYS", RETENTION.admissionsDays),
  /** How long network addresses are kept. */
  retentionAddressesHours: () => whole("RETENTION_ADDRESSES_HOURS", RETENTION.addressesHours),
  /** How long audit entries are kept; 0 is as long as the customer. */
  retentionAuditDays: () => whole("RETENTION_AUDIT_DAYS", RETENTION.auditDays),
  /** A file to which the worker adds where the chains of audit logs stand, line by line. */
  auditAnchorFile: () => optional("AUDIT_ANCHOR_FILE"),
  tlsCertificateFile: () => optional("TLS_CERTIFICATE_FILE"),
  tlsKeyFile: () => optional("TLS_KEY_FILE"),
  /** Vendors of CAPTCHAs at other origins than their own, such as a mirror: `recaptcha=https://www.recaptcha.net`. */
  captchaOrigins: (): VendorOrigins => {
    const entries = (optional("CAPTCHA_ORIGINS") ?? "").split(",").filter((text) => text !== "");
    return Object.fromEntries(
      entries.map((entry) => {
        const [provider = "", origin = ""] = entry.trim().split(/=(.*)/);
        const url = parseUrl(origin);
        if (isCaptchaProvider(provider) && url !== null) return [provider, url.origin];
        throw new ExpectedFailure(
          "Set CAPTCHA_ORIGINS to comma-separated pairs such as recaptcha=https://www.recaptcha.net.",
        );
      }),
    );
  },
  /** How many proxies in front add to X-Forwarded-For and X-Forwarded-Proto. */
  trustedProxies: () => {
    const value = Number(optional("TRUSTED_PROXIES") ?? "0");
    if (!Number.isInteger(value) || value < 0 || value > 10) {
      throw new ExpectedFailure("Set TRUSTED_PROXIES to a whole number from 0 to 10.");
    }
    return value;
  },
};
