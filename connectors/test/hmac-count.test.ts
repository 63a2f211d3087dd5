import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { decide } from "../src/core/index.ts";
import { plainHashing } from "../src/core/sha256.ts";
import {
  buildOptions,
  buildRequest,
  cookieHeader,
  mint,
  NOW_SECONDS,
  OTHER_SECRET,
  SHOP_URL,
  seal,
} from "./fixtures.ts";

// Test files share their modules: what another has loaded holds the real hashes, and the next wants them.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock("../src/core/sha256.ts");
  vi.resetModules();
});

vi.mock("../src/core/sha256.ts", async (importOriginal) => {
  const real = await importOriginal<typeof import("../src/core/sha256.ts")>();
  const { hmac, isHmac } = real.plainHashing;
  return { ...real, plainHashing: { hmac: vi.fn(hmac), isHmac: vi.fn(isHmac) } };
});

beforeEach(() => {
  vi.clearAllMocks();
});

const SESSION = cookieHeader(seal());
const OLDER_SESSION = cookieHeader(seal({ issuedUnixSeconds: NOW_SECONDS - 60 }));
const GOOD = `${SHOP_URL}?queueittoken=${mint()}`;
const FORGED = `${SHOP_URL}?queueittoken=${mint({}, OTHER_SECRET)}`;

test.each([
  ["a page without a rule", 0, 0, "https://shop.example/", SESSION],
  ["a visitor without anything", 0, 0, SHOP_URL, ""],
  ["a token that cannot be genuine", 0, 0, `${SHOP_URL}?queueittoken=bad`, ""],
  ["a forged token", 1, 0, FORGED, ""],
  ["a session of this second", 1, 0, SHOP_URL, SESSION],
  ["a session that is extended", 1, 1, SHOP_URL, OLDER_SESSION],
  ["a token that starts a session", 1, 1, GOOD, ""],
  ["a session beside a token", 1, 0, GOOD, SESSION],
])("%s costs %i HMACs to check and %i to sign", (_name, checked, signed, url, cookie) => {
  decide(buildRequest(url, { cookie }), buildOptions());
  expect(vi.mocked(plainHashing.isHmac)).toHaveBeenCalledTimes(checked);
  expect(vi.mocked(plainHashing.hmac)).toHaveBeenCalledTimes(signed);
});
