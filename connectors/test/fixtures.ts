import { createHmac } from "node:crypto";
import fc from "fast-check";
import {
  type CompiledConfig,
  type ConnectorRequest,
  compileConfig,
  type DecideOptions,
  type HmacSha256Hex,
  type Integration,
  type IntegrationConfig,
  mintQueueToken,
  type QueueTokenFields,
  type SessionCookie,
  sealSessionCookie,
  sessionCookieName,
} from "../src/core/index.ts";

export const SECRET = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef01234567";
export const OTHER_SECRET =
  "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210fedcba98";
export const QUEUE_ID = "3f1c9c7e-5d2a-4b1e-9f60-0a1b2c3d4e5f";
export const NOW_SECONDS = 1_767_225_600;
export const SHOP_URL = "https://shop.example/tickets";

/** HMAC-SHA256 as hex, by Node. */
export const hmac: HmacSha256Hex = (key, message) =>
  createHmac("sha256", key).update(message).digest("hex");

/** A `Queue` integration for `/tickets`, with changes. */
export function buildIntegration(changes: Partial<Integration> = {}): Integration {
  return {
    Name: "Tickets",
    ActionType: "Queue",
    EventId: "sale",
    CookieDomain: null,
    IsCookieHttpOnly: false,
    IsCookieSecure: false,
    LayoutName: null,
    Culture: null,
    ExtendCookieValidity: true,
    CookieValidityMinute: 20,
    QueueDomain: "room.example",
    RedirectLogic: "AllowTParameter",
    ForcedTargetUrl: null,
    Triggers: [pathContains("/tickets")],
    ...changes,
  };
}

/** A trigger on a part of the path. */
export function pathContains(text: string): Integration["Triggers"][number] {
  return {
    LogicalOperator: "And",
    TriggerParts: [
      {
        ValidatorType: "UrlValidator",
        Operator: "Contains",
        ValueToCompare: text,
        ValuesToCompare: null,
        UrlPart: "PagePath",
        CookieName: null,
        HttpHeaderName: null,
        IsNegative: false,
        IsIgnoreCase: true,
      },
    ],
  };
}

/** A config as the waiting room publishes it. */
export function buildConfig(...integrations: readonly Integration[]): IntegrationConfig {
  return {
    Description: "",
    Integrations: integrations,
    CustomerId: "acme",
    AccountId: "acme",
    Version: 7,
    PublishDate: "2026-01-01T00:00:00.0000000Z",
    ConfigDataVersion: "1.0.0.3",
  };
}

/** Compiles a config that has to be good. */
export function compile(config: unknown): CompiledConfig {
  const compilation = compileConfig(config);
  if (!compilation.ok) throw new Error(compilation.problem);
  return compilation.config;
}

/** Options for {@link decide} with one integration, with changes. */
export function buildOptions(changes: Partial<DecideOptions> = {}): DecideOptions {
  return {
    config: compile(buildConfig(buildIntegration())),
    customerId: "acme",
    secrets: [SECRET],
    nowMs: NOW_SECONDS * 1000,
    connectorVersion: "test-1.0.0",
    ...changes,
  };
}

/** A request with the given headers (lower-case names). */
export function buildRequest(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  clientIp?: string,
): ConnectorRequest {
  const map = new Map(Object.entries(headers));
  return { url, header: (name) => map.get(name), clientIp };
}

/** A good token for event `sale`, with changes. */
export function mint(changes: Partial<QueueTokenFields> = {}, secret: string = SECRET): string {
  return mintQueueToken(
    {
      eventId: "sale",
      queueId: QUEUE_ID,
      expiresUnixSeconds: NOW_SECONDS + 120,
      extendableCookie: true,
      redirectType: "queue",
      ...changes,
    },
    secret,
    hmac,
  );
}

/** The raw value of a good session cookie for event `sale`, with changes. */
export function seal(changes: Partial<SessionCookie> = {}, secret: string = SECRET): string {
  const cookie = {
    eventId: "sale",
    queueId: QUEUE_ID,
    fixedValidityMinutes: null,
    redirectType: "queue",
    issuedUnixSeconds: NOW_SECONDS,
    hashedIp: "",
    ...changes,
  };
  return sealSessionCookie(cookie, secret);
}

/** A `Cookie` header with one session. */
export function cookieHeader(value: string, eventId: string = "sale"): string {
  return `${sessionCookieName(eventId)}=${encodeURIComponent(value)}`;
}

/** Any UTF-16 text: control characters, halves of surrogate pairs and all. */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.nat(0xffff), { maxLength: 200 })
  .map((units) => String.fromCharCode(...units));
