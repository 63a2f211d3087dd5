import { decode, encode } from "next-auth/jwt";
import { beforeEach, expect, test, vi } from "vitest";
import { withChange } from "./change-sign-in";
import { sessionCookie } from "./session-cookie";

const secret = "0".repeat(64);

beforeEach(() => {
  vi.stubEnv("NEXTAUTH_SECRET", secret);
  return () => vi.unstubAllEnvs();
});

test("switching keeps the sign-in and changes only its customer", async () => {
  const token = { userId: "usr_1", customerId: "cus_1", sessionId: "ses_1" };
  const sealed = await withChange(await encode({ token, secret }), {
    customerId: "cus_2",
  });
  expect(await decode({ token: sealed, secret })).toMatchObject({ ...token, customerId: "cus_2" });
});

test("a session that goes on under another id keeps its user and its customer", async () => {
  const token = { userId: "usr_1", customerId: "cus_1", sessionId: "ses_1" };
  const sealed = await withChange(await encode({ token, secret }), { sessionId: "ses_2" });
  expect(await decode({ token: sealed, secret })).toMatchObject({ ...token, sessionId: "ses_2" });
});

test("a sign-in that was sealed with another secret is not taken over", async () => {
  const token = { userId: "usr_1", customerId: null, sessionId: "ses_1" };
  const foreign = await encode({ token, secret: "1".repeat(64) });
  await expect(withChange(foreign, { customerId: "cus_2" })).rejects.toThrow();
});

test("the cookie is bound to TLS wherever the console is served over it", () => {
  vi.stubEnv("CONSOLE_URL", "https://console.example.com");
  expect(sessionCookie()).toMatchObject({
    name: "__Host-stanchion-sign-in",
    options: { secure: true, httpOnly: true, sameSite: "lax", path: "/" },
  });
  vi.stubEnv("CONSOLE_URL", "http://console.localhost:3000");
  expect(sessionCookie()).toMatchObject({ name: "stanchion-sign-in", options: { secure: false } });
});
