import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { laneRightText } from "@/connectors/src/core/lane-right";
import { readLaneRight } from "./lane-right";

const hmac = (secret: string, message: string) =>
  createHmac("sha256", secret).update(message).digest("hex");
const NOW_SECONDS = 1_767_225_600;
const expected = {
  customerId: "acme",
  eventId: "sale",
  secrets: ["new secret", "old secret"],
  nowMs: NOW_SECONDS * 1_000,
  hmac,
};

function sign(
  right: string,
  { secret = "new secret", eventId = "sale", customerId = "acme" } = {},
) {
  return `${right}~${hmac(secret, laneRightText(customerId, eventId, right))}`;
}

test("a right names its lane, and itself", () => {
  const [one, other] = ["a", "b"].map((nonce) => sign(`vip~${NOW_SECONDS}~${nonce}`));
  expect(readLaneRight(one ?? "", expected)).toMatchObject({ lane: "vip" });
  const ids = [one, other].map((text) => readLaneRight(text ?? "", expected)?.rightId);
  expect(new Set(ids).size).toBe(2);
});

describe("a right counts", () => {
  test.each([
    ["made now", 0, true],
    ["an hour ago", -3_600, true],
    ["more than an hour ago", -3_601, false],
    ["by a clock five minutes ahead", 300, true],
    ["by a clock further ahead", 301, false],
  ])("%s: %i s, %s", (_name, seconds, isGood) => {
    const right = sign(`vip~${NOW_SECONDS + seconds}~a`);
    expect(readLaneRight(right, expected) !== null).toBe(isGood);
  });

  test.each([
    ["of the secret before", { secret: "old secret" }, true],
    ["of a strange secret", { secret: "no secret" }, false],
    ["of no secret", { secret: "" }, false],
    ["of another event", { eventId: "other" }, false],
    ["of another customer", { customerId: "other" }, false],
  ])("%s: %j, %s", (_name, by, isGood) => {
    const right = sign(`vip~${NOW_SECONDS}~a`, by);
    const secrets = [...expected.secrets, ""];
    expect(readLaneRight(right, { ...expected, secrets }) !== null).toBe(isGood);
  });
});

test("whatever else is sent leads nowhere", () => {
  const good = sign(`vip~${NOW_SECONDS}~a`);
  const altered = fc
    .tuple(fc.nat(good.length - 1), fc.string({ minLength: 0, maxLength: 3 }))
    .map(([at, text]) => good.slice(0, at) + text + good.slice(at + 1))
    .filter((text) => text !== good);
  fc.assert(
    fc.property(fc.oneof(altered, fc.string()), (text) => {
      expect(readLaneRight(text, expected)).toBeNull();
    }),
  );
});
