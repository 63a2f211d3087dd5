import { verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  createMemoryReplayStore,
  decide,
  hmacSha256Hex,
  mintQueueToken,
  sessionCookieName,
  type VerifyPass,
  verifySessionCookie,
} from "@/connectors/src/core";
import {
  formatAccessCode,
  makeAccessCodes,
  readAccessCode,
} from "@/lib/domain/access-code/access-code";
import { makeMoveCode, readMoveCode } from "@/lib/domain/move-code/move-code";
import { publicKeyOf } from "@/lib/secrets/ed25519";
import { COOKIES, isGoodCookie, NOW_SECONDS, QUEUE_ID, SECRETS } from "./credentials";
import { PASS_KEYS, passOf, SPELLED_CREDENTIALS } from "./spelled-credentials";
import { spellingsOf } from "./spellings";
import { DECIDE } from "./targets";

describe("one credential has one spelling", () => {
  test.each(SPELLED_CREDENTIALS.map((one) => [one.name, one] as const))("%s", (_name, one) => {
    expect(one.counts(one.text)).toBe(true);
    const others = [...spellingsOf(one.text)];
    expect(others.length).toBeGreaterThan(63);
    expect(others.filter((text) => one.counts(text))).toEqual([]);
  });

  test("a session that is written otherwise says the same", () => {
    for (const { name, text } of COOKIES.filter(({ admits }) => admits)) {
      const eventId = text.includes("EventId=vault") ? "vault" : "sale";
      const expected = { ...DECIDE, nowUnixSeconds: NOW_SECONDS, eventId };
      const counts = (value: string) =>
        verifySessionCookie(value, { ...expected, cookieValidityMinutes: 20 }).valid;
      expect([counts(text), name]).toEqual([true, sessionCookieName(eventId)]);
      const works = [...spellingsOf(text)].filter(counts);
      expect(works.filter((value) => !isGoodCookie(name, value))).toEqual([]);
    }
  });
});

describe("what people type may be written in many ways, and is one code", () => {
  test.each([
    ["access code", makeAccessCodes(1, Buffer.alloc).map(formatAccessCode)[0] ?? "", codeOf],
    ["move code", makeMoveCode((count) => Buffer.alloc(count, 9)), readMoveCode],
  ] as const)("%s", (_name, text, read) => {
    const code = read(text);
    expect(code).not.toBeNull();
    for (const spelled of spellingsOf(text)) expect([null, code]).toContain(readOrNull(spelled));

    function readOrNull(spelled: string): string | null {
      const other = read(spelled);
      // Another letter may make another code; the same letters make this one.
      return other?.length === code?.length && isSameLetters(spelled, text) ? other : null;
    }
  });
});

function codeOf(typed: string): string | null {
  const reading = readAccessCode(typed);
  return reading.ok ? reading.code : null;
}

function isSameLetters(one: string, other: string): boolean {
  const letters = (text: string) => text.replaceAll(/[^A-Za-z0-9]/g, "").toUpperCase();
  return letters(one) === letters(other);
}

/** As lenient as any runtime's decoder may be. */
const verifyPass: VerifyPass = (signed, keyAndSignature) => {
  const [key = "", signature = ""] = keyAndSignature.split(".");
  const bytes = (text: string) => Buffer.from(text, "base64url");
  const isGood = verify(null, Buffer.from(signed), publicKeyOf(bytes(key)), bytes(signature));
  return isGood ? "yes" : "no";
};
const PASSES = { keys: PASS_KEYS, events: new Map([["sale", { run: 3, allowsToken: false }]]) };

function tokenOf(): string {
  const expiresUnixSeconds = NOW_SECONDS + 60;
  const fields = { eventId: "sale", queueId: QUEUE_ID, expiresUnixSeconds, redirectType: "queue" };
  return mintQueueToken({ ...fields, extendableCookie: true }, SECRETS[0], hmacSha256Hex);
}

/** A site that lets each in once, asked with a parameter as it stands in the address. */
function siteOf(kind: "stanchionpass" | "queueittoken") {
  const store = createMemoryReplayStore(100_000, () => NOW_SECONDS);
  const { config } = DECIDE;
  const passes = kind === "stanchionpass" ? PASSES : config.passes;
  const options = { ...DECIDE, config: { ...config, passes }, verifyPass };
  return (text: string, agent = "Browser/1.0") => {
    const url = `https://shop.example/tickets?${kind}=${text}`;
    const header = (name: string) => (name === "user-agent" ? agent : undefined);
    return decide({ url, header }, { ...options, isFirstUse: store.firstUse }).type === "pass";
  };
}

describe("what may be used once is used once, however it is written", () => {
  test.each([
    ["stanchionpass", passOf()],
    ["queueittoken", tokenOf()],
  ] as const)("%s", (kind, text) => {
    const isLetIn = siteOf(kind);
    expect(isLetIn(text)).toBe(true);
    expect(isLetIn(text)).toBe(false);
    const [signed = "", hash = ""] = text.split("~h_");
    const moved = kind === "queueittoken" ? [`e_sale~h_${hash}${signed.slice(6)}`] : [];
    for (const other of [...spellingsOf(text), ...moved]) {
      // What would end the parameter is sent escaped.
      const sent = other.replaceAll(/[&#+\s]/g, encodeURIComponent);
      expect([other, isLetIn(sent)]).toEqual([other, false]);
    }
  });

  test("a pass that was made again for another browser is of the same admission", () => {
    const isLetIn = siteOf("stanchionpass");
    const boundTo = (agent: string) => passOf({ hashedAgent: hmacSha256Hex(SECRETS[0], agent) });
    expect(isLetIn(boundTo("Browser/1.0"))).toBe(true);
    expect(isLetIn(boundTo("Other/1.0"), "Other/1.0")).toBe(false);
    expect(isLetIn(passOf({ expiresUnixSeconds: NOW_SECONDS + 61 }))).toBe(true);
  });
});
