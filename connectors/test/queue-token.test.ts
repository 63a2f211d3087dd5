import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  appendQueueToken,
  findQueueToken,
  parseQueueToken,
  type QueueTokenError,
  removeQueueToken,
  verifyQueueToken,
} from "../src/core/index.ts";
import { anyText, hmac, mint, NOW_SECONDS, OTHER_SECRET, QUEUE_ID, SECRET } from "./fixtures.ts";

vi.setConfig({ testTimeout: 60_000 });

function verify(text: string, changes: Partial<Parameters<typeof verifyQueueToken>[1]> = {}) {
  return verifyQueueToken(text, {
    eventIds: ["sale"],
    secrets: [SECRET],
    nowUnixSeconds: NOW_SECONDS,
    ...changes,
  });
}

function errorOf(text: string, changes: Parameters<typeof verify>[1] = {}): QueueTokenError | null {
  const check = verify(text, changes);
  return check.valid ? null : check.error;
}

const words = fc.stringMatching(/^[a-z0-9]{1,20}$/);

describe("minting", () => {
  test("writes the fields in the order that every connector accepts", () => {
    const token = mint({ cookieValidityMinutes: 3, clientIp: "203.0.113.9", redirectType: "Idle" });
    expect(token.split("~").map((group) => group.split("_")[0])).toEqual([
      "e",
      "q",
      "ts",
      "ce",
      "cv",
      "rt",
      "hip",
      "h",
    ]);
    expect(token).toContain("~rt_idle~");
  });

  test.each([
    ["an underscore in the event id", { eventId: "a_b" }],
    ["a tilde in the queue id", { queueId: "a~b" }],
    ["no queue id", { queueId: "" }],
    ["an ampersand in the queue id", { queueId: "a&b" }],
    ["no redirect type", { redirectType: "" }],
  ])("refuses %s", (_name, changes) => {
    expect(() => mint(changes)).toThrow(RangeError);
  });

  test("refuses to sign with no secret", () => {
    expect(() => mint({}, "")).toThrow(RangeError);
  });

  test("what is minted is read back and admits until it expires", () => {
    fc.assert(
      fc.property(
        fc.record({
          eventId: words,
          queueId: fc.uuid(),
          extendableCookie: fc.boolean(),
          redirectType: fc.stringMatching(/^[a-z]{1,12}$/),
          lifeSeconds: fc.integer({ min: 0, max: 100_000 }),
          minutes: fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: undefined }),
          clientIp: fc.option(fc.ipV4(), { nil: undefined }),
        }),
        ({ lifeSeconds, minutes, ...fields }) => {
          const expiresUnixSeconds = NOW_SECONDS + lifeSeconds;
          const text = mint({ ...fields, expiresUnixSeconds, cookieValidityMinutes: minutes });
          const expected = { eventIds: [fields.eventId], clientIp: fields.clientIp };
          const check = verify(text, expected);
          expect(check.valid).toBe(true);
          expect(check.token).toMatchObject({
            eventId: fields.eventId,
            queueId: fields.queueId,
            expiresUnixSeconds,
            cookieValidityMinutes: minutes ?? null,
            redirectType: fields.redirectType,
          });
          const tooLate = { ...expected, nowUnixSeconds: expiresUnixSeconds + 1 };
          expect(errorOf(text, tooLate)).toBe("timestamp");
        },
      ),
    );
  });
});

describe("verifying", () => {
  test.each(["e", "q", "ts", "ce", "cv", "rt", "hip", "h"])(
    "a change of field %s is found out",
    (key) => {
      const token = mint({ cookieValidityMinutes: 3, clientIp: "203.0.113.9" });
      const groups = token.split("~");
      const index = groups.findIndex((group) => group.startsWith(`${key}_`));
      fc.assert(
        fc.property(fc.stringMatching(/^[ -~]{0,70}$/), (value) => {
          const changed = [
            ...groups.slice(0, index),
            `${key}_${value}`,
            ...groups.slice(index + 1),
          ].join("~");
          fc.pre(changed !== token);
          return errorOf(changed, { clientIp: "203.0.113.9" }) === "hash";
        }),
      );
    },
  );

  test("a token without a redirect type is refused as hash", () => {
    const unsigned = `e_sale~q_${QUEUE_ID}~ts_${NOW_SECONDS + 60}~ce_true`;
    expect(errorOf(`${unsigned}~h_${hmac(SECRET, unsigned)}`)).toBe("hash");
  });

  test("any of the secrets may have signed, and no other", () => {
    const text = mint({}, OTHER_SECRET);
    expect(errorOf(text)).toBe("hash");
    expect(errorOf(text, { secrets: [SECRET, OTHER_SECRET] })).toBeNull();
    const signedWithNothing = parseQueueToken(text).signedText;
    const forged = `${signedWithNothing}~h_${hmac("", signedWithNothing)}`;
    expect(errorOf(forged, { secrets: [""] })).toBe("hash");
  });

  test("the hash is judged before the event, the event before the time, the time before the address", () => {
    const expired = { expiresUnixSeconds: NOW_SECONDS - 1, clientIp: "203.0.113.9" };
    const elsewhere = { clientIp: "198.51.100.7" };
    expect(errorOf(mint({ ...expired, eventId: "other" }, OTHER_SECRET), elsewhere)).toBe("hash");
    expect(errorOf(mint({ ...expired, eventId: "other" }), elsewhere)).toBe("eventid");
    expect(errorOf(mint(expired), elsewhere)).toBe("timestamp");
    expect(errorOf(mint({ clientIp: "203.0.113.9" }), elsewhere)).toBe("ip");
  });

  test("an unknown address is not held against a bound token", () => {
    expect(errorOf(mint({ clientIp: "203.0.113.9" }))).toBeNull();
  });

  test("no text throws or admits", () => {
    const texts = fc.oneof(anyText, fc.constant("e_sale~".repeat(5000)));
    fc.assert(fc.property(texts, (text) => !verify(text).valid));
  });
});

describe("the token in a URL", () => {
  const token = mint();

  test.each([
    ["/p", `/p?queueittoken=${token}`],
    ["/p?", `/p?queueittoken=${token}`],
    ["/p?a=1", `/p?a=1&queueittoken=${token}`],
    ["/p?a=1&&b=?&&#top", `/p?a=1&&b=?&queueittoken=${token}#top`],
    ["/p?&", `/p?queueittoken=${token}`],
    ["/p&#?&", `/p&?queueittoken=${token}#?&`],
    ["/p#top", `/p?queueittoken=${token}#top`],
    ["#top", `?queueittoken=${token}#top`],
    ["/p?a=1#top?x", `/p?a=1&queueittoken=${token}#top?x`],
    ["/p?queueittoken=old&a=1", `/p?a=1&queueittoken=${token}`],
    ["/p?QueueITToken=old&a=1&queueittoken=older", `/p?a=1&queueittoken=${token}`],
  ])("%s gets exactly one, at the end", (url, expected) => {
    expect(appendQueueToken(url, token)).toBe(expected);
  });

  test.each([
    ["/p?queueittoken=x", "/p"],
    ["/p?queueittoken=x&a=1", "/p?a=1"],
    ["/p?a=1&queueittoken=x", "/p?a=1"],
    ["/p?a=1&queueittoken=x&b=2#f", "/p?a=1&b=2#f"],
    ["/p?queueittoken", "/p"],
    ["/p?QUEUEITTOKEN=x&queueittoken=y", "/p"],
    ["/p?%71ueueittoken=x", "/p"],
    ["/p?a=%E0%A4%A&&b", "/p?a=%E0%A4%A&&b"],
    ["/p?myqueueittoken=x", "/p?myqueueittoken=x"],
    ["/queueittoken=x", "/queueittoken=x"],
  ])("%s without it is %s", (url, expected) => {
    expect(removeQueueToken(url)).toBe(expected);
  });

  test("the first of several is read, decoded where it can be", () => {
    expect(findQueueToken("/p?queueittoken=a%7Eb&queueittoken=c")).toBe("a~b");
    expect(findQueueToken("/p?queueittoken=%E0%A4%A")).toBe("%E0%A4%A");
    expect(findQueueToken("/p?queueittoken=")).toBeNull();
    expect(findQueueToken("/p?a=1#?queueittoken=x")).toBeNull();
  });

  test("what is appended is found and removed again, whatever the URL", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const sent = appendQueueToken(url, token);
        expect(findQueueToken(sent)).toBe(token);
        expect(sent.split("queueittoken")).toHaveLength(2);
        expect(findQueueToken(removeQueueToken(sent))).toBeNull();
        expect(appendQueueToken(sent, token)).toBe(sent);
      }),
    );
  });
});
