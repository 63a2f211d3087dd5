import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type ConnectorRequest,
  type Decision,
  decideWith,
  matchesTriggers,
  parseQueueToken,
  sealSessionCookie,
  sessionCookieName,
  type Trigger,
  verifyQueueToken,
  verifySessionCookie,
} from "../src/core/index.ts";
import { plainHashing } from "../src/core/sha256.ts";
import { explainDecisions } from "../src/host/index.ts";
import { buildConfig, buildIntegration, compile } from "./fixtures.ts";

interface Vector<Kind extends string, Input, Answer, Expected> {
  readonly id: string;
  readonly kind: Kind;
  readonly desc: string;
  readonly input: Input;
  readonly expected?: Expected;
  readonly bySdk: { readonly js3: Answer; readonly js5: Answer };
}

type TokenVector = Vector<
  "token",
  {
    queueittoken: string;
    configEventId: string;
    clientIp: string;
    secret: string;
    nowUnix: number;
    parsedByJs: Readonly<Record<string, unknown>> | null;
  },
  { outcome: string; cookieValueStored: string | null },
  string
>;
type CookieStoreVector = Vector<
  "cookieStore",
  {
    eventId: string;
    queueId: string;
    fixedCookieValidityMinutes: number | null;
    redirectType: string;
    hashedIp: string | null;
    secret: string;
    nowUnix: number;
  },
  { name: string; rawValue: string; urlEncodedValue: string },
  string
>;
type CookieStateVector = Vector<
  "cookieState",
  {
    cookieValue: string;
    eventId: string;
    cookieValidityMinutes: number;
    validateTime: boolean;
    clientIp: string;
    secret: string;
    nowUnix: number;
  },
  { isFound: boolean; isValid: boolean; extendable: boolean },
  { isFound: boolean; isValid: boolean; extendable: boolean }
>;
type TriggerVector = Vector<
  "trigger",
  {
    request: {
      url: string;
      userAgent: string;
      headers: Readonly<Record<string, string>>;
      cookies: Readonly<Record<string, string>>;
      body: string;
    };
    trigger: Trigger;
  },
  boolean,
  boolean
>;
type RedirectVector = Vector<
  "redirect",
  {
    kind: "queue" | "error" | "cancel";
    targetUrl: string;
    token: string | null;
    customerId: string;
    eventId: string;
    version: number;
    culture: string | null;
    layoutName: string | null;
    actionName: string;
    queueDomain: string;
    secret: string;
    nowUnix: number;
    cookie?: string | null;
    enqueueToken?: string;
  },
  {
    redirectUrl: string | null;
    ajaxHeaderValue: string;
    setCookies: readonly { name: string; value: string; expiresUnix: number }[];
  },
  string | null
>;
type AnyVector =
  | TokenVector
  | CookieStoreVector
  | CookieStateVector
  | TriggerVector
  | RedirectVector
  | Vector<"enqueueToken", unknown, unknown, unknown>;

const file = readFileSync(new URL("../../test/vectors/knownuser.json", import.meta.url), "utf8");
// The file is ours and fixed; the counts below fail when its shape changes.
const recorded = JSON.parse(file) as { clientIp: string; vectors: readonly AnyVector[] };
const { vectors } = recorded;

const tokens = vectors.filter((vector) => vector.kind === "token");
const cookieStores = vectors.filter((vector) => vector.kind === "cookieStore");
const cookieStates = vectors.filter((vector) => vector.kind === "cookieState");
const triggers = vectors.filter((vector) => vector.kind === "trigger");
const redirects = vectors.filter((vector) => vector.kind === "redirect");

test("no vector is left out", () => {
  expect({
    token: tokens.length,
    cookieStore: cookieStores.length,
    cookieState: cookieStates.length,
    trigger: triggers.length,
    redirect: redirects.length,
  }).toEqual({ token: 30, cookieStore: 6, cookieState: 15, trigger: 62, redirect: 17 });
});

describe.each(tokens.map((vector) => [vector.id, vector.desc, vector] as const))(
  "%s %s",
  (_id, _desc, { input, expected, bySdk }) => {
    const check = verifyQueueToken(input.queueittoken, {
      eventIds: [input.configEventId],
      secrets: [input.secret],
      nowUnixSeconds: input.nowUnix,
      clientIp: input.clientIp,
    });

    test("is judged like the public JavaScript connector", () => {
      const outcome = check.valid ? "pass" : check.error;
      expect(outcome).toBe(bySdk.js5.outcome);
      if (expected !== undefined) expect(outcome).toBe(expected);
    });

    test("starts the same session", () => {
      const { token } = check;
      const stored = check.valid
        ? sealSessionCookie(
            {
              eventId: token.eventId,
              queueId: token.queueId,
              fixedValidityMinutes: token.cookieValidityMinutes,
              redirectType: token.redirectType,
              issuedUnixSeconds: input.nowUnix,
              hashedIp: token.hashedIp,
            },
            input.secret,
          )
        : null;
      expect(stored).toBe(bySdk.js5.cookieValueStored);
    });

    test("is read the same", () => {
      const token = parseQueueToken(input.queueittoken);
      const parsed = input.parsedByJs ?? {};
      expect({
        eventId: token.eventId,
        queueId: token.queueId,
        timeStamp: token.expiresUnixSeconds,
        extendableCookie: token.extendableCookie,
        cookieValidityMinutes: token.cookieValidityMinutes,
        redirectType: token.redirectType,
        hashedIp: token.hashedIp,
        hashCode: token.hash,
        withoutHash: token.signedText,
      }).toEqual({
        eventId: parsed["eventId"] ?? "",
        queueId: parsed["queueId"] ?? "",
        timeStamp: parsed["timeStamp"] ?? 0,
        extendableCookie: parsed["extendableCookie"] ?? false,
        cookieValidityMinutes: parsed["cookieValidityMinutes"] ?? null,
        redirectType: parsed["redirectType"] ?? "",
        hashedIp: parsed["hashedIp"] ?? "",
        hashCode: parsed["hashCode"] ?? "",
        withoutHash: parsed["withoutHash"] ?? "",
      });
    });
  },
);

test.each(cookieStores)("$id the session cookie is the same text", ({ input, expected, bySdk }) => {
  const value = sealSessionCookie(
    {
      eventId: input.eventId,
      queueId: input.queueId,
      fixedValidityMinutes: input.fixedCookieValidityMinutes,
      redirectType: input.redirectType,
      issuedUnixSeconds: input.nowUnix,
      hashedIp: input.hashedIp ?? "",
    },
    input.secret,
  );
  expect(value).toBe(bySdk.js5.rawValue);
  expect(encodeURIComponent(value)).toBe(bySdk.js5.urlEncodedValue);
  expect(sessionCookieName(input.eventId)).toBe(bySdk.js5.name);
  if (expected !== undefined) expect(value).toBe(expected);
});

test.each(cookieStates)("$id session cookie: $desc", ({ input, expected, bySdk }) => {
  const check = verifySessionCookie(input.cookieValue, {
    eventId: input.eventId,
    cookieValidityMinutes: input.validateTime ? input.cookieValidityMinutes : null,
    secrets: [input.secret],
    nowUnixSeconds: input.nowUnix,
    clientIp: input.clientIp,
  });
  const state = {
    isFound: true,
    isValid: check.valid,
    extendable: check.valid && check.extendable,
  };
  expect(state).toEqual(bySdk.js5);
  if (expected !== undefined) expect(state).toEqual(expected);
});

test.each(triggers)("$id trigger: $desc", ({ input, expected, bySdk }) => {
  const { url, userAgent, headers, cookies, body } = input.request;
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  sent.set("user-agent", userAgent);
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  sent.set("cookie", pairs.join("; "));
  const request: ConnectorRequest = { url, header: (name) => sent.get(name), body };

  const matched = matchesTriggers([input.trigger], request, true);
  expect(matched).toBe(bySdk.js5);
  if (expected !== undefined) expect(matched).toBe(expected);
});

function redirectOf(decision: Decision): string | null {
  return decision.type === "pass" || decision.type === "ignore" ? null : decision.url;
}

/** What a response sets, as the vectors have it. */
function cookiesOf(decision: Decision) {
  return decision.cookies.map((cookie) => {
    const [, name = "", value = "", expires = ""] =
      /^([^=]+)=([^;]*); Expires=([^;]+)/.exec(cookie) ?? [];
    return { name, value: decodeURIComponent(value), expiresUnix: Date.parse(expires) / 1000 };
  });
}

function normalize(url: string | null): string | null {
  if (url === null) return null;
  return url
    .replace(/([?&]ver=)[^&]*/, "$1")
    .replace(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase());
}

/** Puts a redirect vector through the whole decision, as a visitor's request would be. */
function decideVector(
  { input }: RedirectVector,
  connectorVersion: string,
  extraHeaders: Readonly<Record<string, string>>,
): Decision {
  const integration = buildIntegration({
    Name: input.actionName,
    ActionType: input.kind === "cancel" ? "Cancel" : "Queue",
    EventId: input.eventId,
    Culture: input.culture,
    LayoutName: input.layoutName,
    QueueDomain: input.queueDomain,
    RedirectLogic: input.kind === "cancel" ? null : "ForcedTargetUrl",
    ForcedTargetUrl: input.targetUrl,
    Triggers: [{ LogicalOperator: "And", TriggerParts: [] }],
  });
  const config = compile({ ...buildConfig(integration), Version: input.version });
  const page = input.kind === "cancel" ? input.targetUrl : "https://shop.example.com/p";
  const url = input.token === null ? page : `${page}?queueittoken=${input.token}`;
  const headers = new Map(Object.entries(extraHeaders));
  if (input.cookie) {
    const name = sessionCookieName(input.eventId);
    headers.set("cookie", `${name}=${encodeURIComponent(input.cookie)}`);
  }
  const decideAndExplain = explainDecisions()(decideWith);
  return decideAndExplain(
    plainHashing,
    { url, header: (name) => headers.get(name), clientIp: recorded.clientIp },
    {
      config,
      customerId: input.customerId,
      secrets: [input.secret],
      nowMs: input.nowUnix * 1000,
      connectorVersion,
      exactKnownUser: true,
      enqueueToken: () => input.enqueueToken,
    },
  );
}

describe.each(redirects.map((vector) => [vector.id, vector.desc, vector] as const))(
  "%s %s",
  (_id, _desc, vector) => {
    const { input, expected, bySdk } = vector;
    const [version, answer] =
      input.kind === "cancel"
        ? ["v3-javascript-3.7.10", bySdk.js3]
        : ["javascript-5.0.1", bySdk.js5];

    test("redirects to the same address and clears the same cookies", () => {
      const decision = decideVector(vector, version, {});
      expect(redirectOf(decision)).toBe(answer.redirectUrl);
      expect(cookiesOf(decision)).toEqual(answer.setCookies);
      if (expected !== undefined) expect(normalize(redirectOf(decision))).toBe(expected);
    });

    test("tells a script the same address", () => {
      const ajaxPageUrl = encodeURIComponent(input.targetUrl || "https://shop.example.com/page");
      const decision = decideVector(vector, version, { "x-queueit-ajaxpageurl": ajaxPageUrl });
      const headerValue = "headerValue" in decision ? decision.headerValue : null;
      expect(headerValue ?? "").toBe(answer.ajaxHeaderValue);
    });
  },
);
