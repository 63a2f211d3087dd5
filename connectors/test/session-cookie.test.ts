import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { verifySessionCookie } from "../src/core/index.ts";
import { anyText, hmac, NOW_SECONDS, OTHER_SECRET, QUEUE_ID, SECRET, seal } from "./fixtures.ts";

vi.setConfig({ testTimeout: 60_000 });

function verify(value: string, changes: Partial<Parameters<typeof verifySessionCookie>[1]> = {}) {
  return verifySessionCookie(value, {
    eventId: "sale",
    cookieValidityMinutes: 20,
    secrets: [SECRET],
    nowUnixSeconds: NOW_SECONDS,
    ...changes,
  });
}

describe("session cookie", () => {
  test("what is sealed is valid for its minutes and not a second longer", () => {
    fc.assert(
      fc.property(
        fc.record({
          queueId: fc.oneof(fc.uuid(), fc.constant(""), fc.string()),
          fixedValidityMinutes: fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: null }),
          redirectType: fc.constantFrom("queue", "safetynet", "Idle"),
          hashedIp: fc.constantFrom("", hmac(SECRET, "203.0.113.9")),
        }),
        (fields) => {
          const value = seal(fields);
          const lastSecond = NOW_SECONDS + (fields.fixedValidityMinutes ?? 20) * 60;
          const clientIp = "203.0.113.9";
          expect(verify(value, { nowUnixSeconds: lastSecond, clientIp })).toMatchObject({
            valid: true,
            extendable: fields.fixedValidityMinutes === null,
          });
          expect(verify(value, { nowUnixSeconds: lastSecond + 1, clientIp })).toMatchObject({
            valid: false,
            error: "expired",
          });
        },
      ),
    );
  });

  test.each([
    "EventId",
    "QueueId",
    "FixedValidityMins",
    "RedirectType",
    "IssueTime",
    "Hip",
    "Hash",
  ])("a change of %s is found out", (name) => {
    const value = seal({ fixedValidityMinutes: 3, hashedIp: hmac(SECRET, "203.0.113.9") });
    const pairs = value.split("&");
    const index = pairs.findIndex((pair) => pair.startsWith(`${name}=`));
    fc.assert(
      fc.property(fc.stringMatching(/^[ -%'-<>-~]{0,70}$/), (text) => {
        const changed = [
          ...pairs.slice(0, index),
          `${name}=${text}`,
          ...pairs.slice(index + 1),
        ].join("&");
        fc.pre(changed !== value);
        return !verify(changed, { clientIp: "203.0.113.9" }).valid;
      }),
    );
  });

  test.each([null, 3])(
    "only one way of cutting the signed text into fields is valid (fixed minutes: %s)",
    (fixedValidityMinutes) => {
      const queueId = "3f1c9c7e-5d2a-4b1e-9f60-0a1b2c399999";
      const hashedIp = hmac(SECRET, "203.0.113.9");
      const hash = seal({ queueId, fixedValidityMinutes, hashedIp }).split("Hash=")[1];
      const fields = [
        queueId,
        `${fixedValidityMinutes ?? ""}`,
        "queue",
        `${NOW_SECONDS}`,
        hashedIp,
      ];
      const signed = fields.join("");
      const ends = fields.map((_field, index) => fields.slice(0, index + 1).join("").length);
      const cuts = Array.from({ length: signed.length + 1 }, (_, cut) => cut).filter((cut) =>
        [0, ...ends].some((end) => Math.abs(cut - end) <= 3),
      );
      const valid: string[] = [];
      const cut = (start: number, chosen: readonly number[]): void => {
        if (chosen.length < 4) {
          for (const next of cuts) if (next >= start) cut(next, [...chosen, next]);
          return;
        }
        const [a, b, c, d] = chosen;
        const forged = [
          `EventId=sale&QueueId=${signed.slice(0, a)}`,
          `FixedValidityMins=${signed.slice(a, b)}`,
          `RedirectType=${signed.slice(b, c)}`,
          `IssueTime=${signed.slice(c, d)}`,
          `Hip=${signed.slice(d)}`,
          `Hash=${hash}`,
        ].join("&");
        if (verify(forged).valid) valid.push(chosen.join());
      };
      cut(0, []);
      expect(valid).toEqual([ends.slice(0, 4).join()]);
    },
  );

  test.each([
    [
      "the end of the queue id as minutes",
      `EventId=sale&QueueId=${QUEUE_ID.slice(0, -3)}&FixedValidityMins=999&RedirectType=queue`,
    ],
    [
      "the issue time as part of the redirect type",
      `EventId=sale&QueueId=${QUEUE_ID.slice(0, -3)}999&RedirectType=queue${NOW_SECONDS - 86_400}&IssueTime=`,
    ],
  ])("%s does not lengthen a session", (_name, start) => {
    const queueId = `${QUEUE_ID.slice(0, -3)}999`;
    const expired = seal({ queueId, issuedUnixSeconds: NOW_SECONDS - 86_400 });
    const hash = expired.split("Hash=")[1];
    const issueTime = start.includes("IssueTime") ? "" : `&IssueTime=${NOW_SECONDS - 86_400}`;
    const check = verify(`${start}${issueTime}&Hash=${hash}`);
    expect(check).toMatchObject({ valid: false, error: "malformed" });
  });

  test("each refusal has its own name", () => {
    const nameOf = (value: string, clientIp?: string) => {
      const check = verify(value, { clientIp });
      return check.valid ? null : check.error;
    };
    expect(nameOf(seal())).toBeNull();
    expect(nameOf("nonsense")).toBe("malformed");
    expect(nameOf(seal({ eventId: "other" }))).toBe("eventid");
    expect(nameOf(seal({ issuedUnixSeconds: NOW_SECONDS - 1201 }))).toBe("expired");
    expect(nameOf(seal({}, OTHER_SECRET))).toBe("hash");
    expect(nameOf(seal({ hashedIp: hmac(SECRET, "203.0.113.9") }), "198.51.100.7")).toBe("ip");
  });

  test("no text throws or counts", () => {
    const texts = fc.oneof(anyText, fc.constant("&=".repeat(5000)));
    fc.assert(fc.property(texts, (value) => !verify(value).valid));
  });
});
