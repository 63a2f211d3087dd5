import { encode } from "next-auth/jwt";
import { afterEach, expect, test, vi } from "vitest";
import { authOptions } from "./options";
import { decodeSession, readClaims } from "./session-token";

const [former, current] = ["f".repeat(43), "c".repeat(43)];

/** What the console puts in besides has no part in this. */
const tokenOf = (sub: string) => JSON.parse(JSON.stringify({ sub }));

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test("a sign-in of before the secret was replaced goes on as long as the former one is set", async () => {
  vi.stubEnv("NEXTAUTH_SECRET", current);
  vi.stubEnv("CONSOLE_URL", "https://console.example");
  const token = await encode({ token: tokenOf("usr_1"), secret: former });
  await expect(decodeSession({ token, secret: current })).rejects.toThrow();
  vi.stubEnv("PREVIOUS_NEXTAUTH_SECRETS", `${"x".repeat(43)},${former}`);
  expect(await decodeSession({ token, secret: current })).toMatchObject({ sub: "usr_1" });
  const own = await encode({ token: tokenOf("usr_2"), secret: current });
  expect(await decodeSession({ token: own, secret: current })).toMatchObject({ sub: "usr_2" });
  await expect(decodeSession({ token: "forged", secret: current })).rejects.toThrow();
  expect(authOptions().jwt?.decode).toBe(decodeSession);
});

test("a cookie says who is signed in, unless it is forged or too old", async () => {
  vi.stubEnv("NEXTAUTH_SECRET", current);
  vi.stubEnv("CONSOLE_URL", "https://console.example");
  const claims = { userId: "usr_1", customerId: "cus_1", sessionId: "ses_1" };
  const token = { ...tokenOf("usr_1"), ...claims };
  expect(await readClaims(await encode({ token, secret: current }))).toEqual(claims);
  expect(await readClaims(await encode({ token, secret: former }))).toBeNull();
  expect(await readClaims(await encode({ token, secret: current, maxAge: -60 }))).toBeNull();
  expect(await readClaims("forged")).toBeNull();
});

test("a cookie that was read a moment ago says nothing any more once it is too old", async () => {
  vi.stubEnv("NEXTAUTH_SECRET", current);
  vi.stubEnv("CONSOLE_URL", "https://console.example");
  const claims = { userId: "usr_1", customerId: null, sessionId: "ses_2" };
  const sealed = await encode({
    token: { ...tokenOf("usr_1"), ...claims },
    ...{ secret: current, maxAge: 60 },
  });
  expect(await readClaims(sealed)).toEqual(claims);
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
  expect(await readClaims(sealed)).toBeNull();
});
