import { generateKeyPairSync, sign, verify } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DecideOptions,
  decide,
  type NewPass,
  readPass,
  signedTextOfPass,
  type VerifyPass,
  writePass,
} from "../src/core/index.ts";
import { encodePercent } from "../src/core/percent-encoding.ts";
import {
  anyText,
  buildConfig,
  buildIntegration,
  buildOptions,
  buildRequest,
  compile,
  mint,
  NOW_SECONDS,
  QUEUE_ID,
  SHOP_URL,
} from "./fixtures.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const PUBLIC_KEY = publicKey.export({ format: "jwk" }).x ?? "";
const PASSES = {
  Keys: [{ KeyId: "0a1b2c3d", PublicKey: PUBLIC_KEY }],
  Events: [{ EventId: "sale", Run: 3, AllowsToken: false }],
};

const verifyPass: VerifyPass = (signed, keyAndSignature) => {
  const signature = Buffer.from(keyAndSignature.split(".")[1] ?? "", "base64url");
  return verify(null, Buffer.from(signed), publicKey, signature) ? "yes" : "no";
};

function optionsWith(changes: Partial<DecideOptions> = {}): DecideOptions {
  const config = compile({ ...buildConfig(buildIntegration()), Passes: PASSES });
  return buildOptions({ config, verifyPass, ...changes });
}

function passOf(changes: Partial<NewPass> = {}, customerId: string = "acme"): string {
  const expiresUnixSeconds = NOW_SECONDS + 60;
  const unsigned = writePass({
    keyId: "0a1b2c3d",
    eventId: "sale",
    run: 3,
    queueId: QUEUE_ID,
    expiresUnixSeconds,
    redirectType: "queue",
    ...changes,
  });
  const signature = sign(null, Buffer.from(signedTextOfPass(customerId, unsigned)), privateKey);
  return `${unsigned}~${signature.toString("base64url")}`;
}

const tokenFinding = (pass: string, options: DecideOptions = optionsWith()): string => {
  const decision = decide(buildRequest(`${SHOP_URL}?stanchionpass=${pass}`), options);
  return decision.type === "pass" ? "in" : decision.diagnosis.token;
};

test("a pass lets in, and says what a token says", () => {
  const url = `${SHOP_URL}?a=1&stanchionpass=${passOf({ cookieValidityMinutes: 9 })}#top`;
  const decision = decide(buildRequest(url), optionsWith());
  expect(decision).toMatchObject({
    type: "pass",
    eventId: "sale",
    queueId: QUEUE_ID,
    cleanUrl: `${SHOP_URL}?a=1#top`,
    tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(decodeURIComponent(decision.cookies[0] ?? "")).toContain("FixedValidityMins=9");
});

test("a pass that anybody else made, or changed, lets nobody in", () => {
  const good = passOf();
  expect(tokenFinding(good)).toBe("in");
  expect(tokenFinding(passOf({}, "other"))).toBe("hash");
  expect(tokenFinding(passOf({ keyId: "ffffffff" }))).toBe("hash");
  for (let at = 0; at < good.length - 1; at += 1) {
    const other = good[at] === "a" ? "b" : "a";
    expect(tokenFinding(good.slice(0, at) + other + good.slice(at + 1))).not.toBe("in");
  }
});

test("whatever stands there, nothing is thrown and nobody gets in", () => {
  const odd = fc.oneof(
    anyText,
    fc.array(anyText, { minLength: 9, maxLength: 12 }).map((parts) => ["1", ...parts].join("~")),
  );
  fc.assert(
    fc.property(odd, (text) => {
      readPass(text);
      expect(tokenFinding(encodePercent(text))).not.toBe("in");
    }),
  );
});

describe("where no signature can be checked,", () => {
  const without = (AllowsToken: boolean): DecideOptions => {
    const Events = [{ EventId: "sale", Run: 3, AllowsToken }];
    const config = compile({
      ...buildConfig(buildIntegration()),
      Passes: { ...PASSES, Events },
    });
    return buildOptions({ config });
  };
  const withToken = buildRequest(`${SHOP_URL}?stanchionpass=${passOf()}&queueittoken=${mint()}`);

  test("a token lets in only where the waiting room allows it", () => {
    expect(decide(withToken, without(true)).type).toBe("pass");
    expect(decide(withToken, without(false)).type).toBe("redirect");
    expect(tokenFinding(passOf(), without(true))).toBe("none");
  });
});

test.each([
  { Keys: [{ KeyId: "a", PublicKey: "short" }], Events: [] },
  { Keys: [], Events: [{ EventId: "sale", Run: "many" }] },
  { Keys: [], Events: [{ EventId: "sale" }] },
  { Keys: [] },
  "passes",
])("a config whose passes cannot be obeyed is refused", (Passes) => {
  expect(() => compile({ ...buildConfig(buildIntegration()), Passes })).toThrow(/Passes/);
});

test("what would break a pass cannot be written into one", () => {
  for (const change of [{ eventId: "a~b" }, { queueId: "" }, { redirectType: "a b" }]) {
    expect(() => passOf(change)).toThrow(RangeError);
  }
});
