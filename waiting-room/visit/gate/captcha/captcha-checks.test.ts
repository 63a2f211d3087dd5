import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CAPTCHA_PROVIDERS, type CaptchaProvider } from "@/lib/domain/challenge/challenge-setting";
import { type CaptchaStandIn, startCaptchaStandIn } from "@/test/captcha-stand-in";
import { createAskVendor } from "./ask-vendor";
import { CaptchaChecks, LONGEST_TOKEN } from "./captcha-checks";

let vendor: CaptchaStandIn;
let count = 0;
const logged: string[] = [];
let nowMs = 0;

beforeAll(async () => {
  vendor = await startCaptchaStandIn();
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.state.mood = "up";
  vendor.asked.length = 0;
  logged.length = 0;
});

const makeChecks = (timeoutMs?: number) =>
  new CaptchaChecks(
    createAskVendor(vendor.origins, timeoutMs),
    (error) => logged.push(error.message),
    () => nowMs,
  );
const newToken = (kind = "good") => {
  count += 1;
  return `${kind}-${count}`;
};
const keysOf = (provider: CaptchaProvider, secret = vendor.secret) => ({
  provider,
  siteKey: "the-site-key",
  secret,
});
const question = (provider: CaptchaProvider, token: string, about = "join 1") => ({
  customerId: "acme",
  keys: keysOf(provider),
  token,
  about,
  host: "room.example.com",
  address: "192.0.2.7",
  minimalScore: 0.5,
});

describe.each(CAPTCHA_PROVIDERS)("%s", (provider) => {
  test("a token that was solved here counts", async () => {
    expect(await makeChecks().check(question(provider, newToken()))).toBe("solved");
    const [{ fields } = { fields: {} }] = vendor.asked;
    expect(fields).toMatchObject({ secret: vendor.secret, response: expect.any(String) });
  });

  test.each(["unknown", "elsewhere"])("a token of the kind %s is refused", async (kind) => {
    expect(await makeChecks().check(question(provider, newToken(kind)))).toBe("refused");
    expect(logged).toEqual([]);
  });

  test("one token is one join, in this process and in another", async () => {
    const [checks, others] = [makeChecks(), makeChecks()];
    const token = newToken();
    const twice = await Promise.all([
      checks.check(question(provider, token)),
      checks.check(question(provider, token, "join 2")),
    ]);
    expect(twice).toEqual(["solved", "refused"]);
    expect(await others.check(question(provider, token, "join 3"))).toBe("refused");
    // The same join may be sent again: its answer was lost.
    expect(await checks.check(question(provider, token))).toBe("solved");
    expect(vendor.asked).toHaveLength(2);
  });

  test.each(["garbage", "broken", "endless"] as const)(
    "a vendor that is %s is down, and its token counts later",
    async (mood) => {
      const checks = makeChecks();
      const token = newToken();
      vendor.state.mood = mood;
      expect(await checks.check(question(provider, token))).toBe("down");
      vendor.state.mood = "up";
      expect(await checks.check(question(provider, token))).toBe("solved");
    },
  );

  test("a silent vendor is given up", async () => {
    vendor.state.mood = "silent";
    expect(await makeChecks(100).check(question(provider, newToken()))).toBe("down");
  });

  test("keys that the vendor refuses are the customer's fault, not the visitor's", async () => {
    const checks = makeChecks();
    vendor.state.mood = "refuses-keys";
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await checks.check(question(provider, newToken()))).toBe("down");
    }
    expect(logged).toEqual([expect.stringContaining(`${provider} refuses the keys of acme`)]);
    expect(JSON.stringify(logged)).not.toContain(vendor.secret);
  });
});

test("reCAPTCHA's score has to reach the event's", async () => {
  const checks = makeChecks();
  expect(await checks.check(question("recaptcha", newToken("low")))).toBe("refused");
  const lenient = { ...question("recaptcha", newToken("low")), minimalScore: 0.1 };
  expect(await checks.check(lenient)).toBe("solved");
});

test.each(["turnstile", "recaptcha"] as const)(
  "%s: a token for another action is refused",
  async (provider) => {
    expect(await makeChecks().check(question(provider, newToken("other-action")))).toBe("refused");
  },
);

test("a dead vendor costs a few visitors the time-out, and no others", async () => {
  const checks = makeChecks(50);
  vendor.state.mood = "silent";
  for (let tries = 0; tries < 100; tries += 1) {
    expect(await checks.check(question("turnstile", newToken()))).toBe("down");
  }
  expect(vendor.asked).toHaveLength(3);
  expect(logged).toHaveLength(1);
  // Another vendor, another customer and other keys are not its business.
  const others = { ...question("turnstile", newToken()), keys: keysOf("turnstile", "other") };
  expect(checks.isDown("globex", keysOf("turnstile"))).toBe(false);
  expect(checks.isDown("acme", others.keys)).toBe(false);
  expect(checks.isDown("acme", keysOf("hcaptcha"))).toBe(false);
});

test("the background finds out that a vendor is back, not a visitor", async () => {
  const checks = makeChecks(500);
  vendor.state.mood = "silent";
  for (let tries = 0; tries < 3; tries += 1) await checks.check(question("turnstile", newToken()));
  nowMs += 5_000;
  expect(checks.isDown("acme", keysOf("turnstile"))).toBe(true);
  await expect.poll(() => vendor.asked.length).toBe(4);
  vendor.state.mood = "up";
  await expect
    .poll(() => {
      nowMs += 5_000;
      return checks.isDown("acme", keysOf("turnstile"));
    })
    .toBe(false);
  expect(vendor.asked.at(-1)?.fields).toMatchObject({ response: "probe" });
  expect(await checks.check(question("turnstile", newToken()))).toBe("solved");
});

test("a token that no vendor would give out is not asked about", async () => {
  const checks = makeChecks();
  expect(await checks.check(question("hcaptcha", ""))).toBe("refused");
  expect(await checks.check(question("hcaptcha", "x".repeat(LONGEST_TOKEN + 1)))).toBe("refused");
  expect(vendor.asked).toEqual([]);
});
