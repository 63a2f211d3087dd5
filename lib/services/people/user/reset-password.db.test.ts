import { afterAll, describe, expect, test } from "vitest";
import { loadSessionUser } from "@/lib/auth/load-context";
import { db, disconnectDb } from "@/lib/db/client";
import { startSession } from "@/lib/services/people/session/start-session";
import {
  newAddress,
  newEmail,
  newPerson,
  OTHER_PASSWORD,
  outboxOfEachTest,
  PASSWORD,
  type Person,
  tokenIn,
} from "@/test/people";
import { securityLogOfEachTest } from "@/test/security-log";
import { createPasswordReset, requestPasswordReset } from "./request-password-reset";
import { isResetLinkValid, resetPassword } from "./reset-password";
import { verifyCredentials } from "./verify-credentials";

const { mailsTo } = outboxOfEachTest();
const log = securityLogOfEachTest();

afterAll(disconnectDb);

/** What the mailed link holds. */
async function mailedToken({ email }: Person): Promise<string> {
  await (await requestPasswordReset({ email }, newAddress())).settled;
  return tokenIn((await mailsTo(email)).at(-1) ?? "");
}

const signIn = ({ email }: Person, password: string) =>
  verifyCredentials({ email, password, address: newAddress(), knownBrowser: null });

describe("a new password by e-mail", () => {
  test("is set once by the mailed link, and ends every session", async () => {
    const person = await newPerson();
    const { userId, customerId } = person;
    const user = { id: userId, name: "Ana" };
    const sessionId = await startSession({ user, userAgent: "", address: newAddress() });
    const claims = { userId, customerId, sessionId };
    await expect(loadSessionUser(claims)).resolves.toMatchObject({ id: userId });
    const token = await mailedToken(person);
    expect(await isResetLinkValid(token)).toBe(true);
    await resetPassword({ token, password: OTHER_PASSWORD }, newAddress());
    expect(await isResetLinkValid(token)).toBe(false);
    await expect(loadSessionUser(claims)).rejects.toMatchObject({ code: "unauthenticated" });
    const again = resetPassword({ token, password: "quartz meadow tunnel" }, newAddress());
    await expect(again).rejects.toMatchObject({ code: "precondition_failed" });
    await expect(signIn(person, PASSWORD)).rejects.toThrow();
    await signIn(person, OTHER_PASSWORD);
    const sentences = await db().auditEntry.findMany({ where: { customerId } });
    expect(sentences.map((row) => row.summary)).toContain("Ana set a new password by e-mail");
    expect(log()).toContainEqual(expect.objectContaining({ event: "password.reset", userId }));
  });

  test("an unknown e-mail gets the same answer and no mail", async () => {
    const email = newEmail();
    const answer = await requestPasswordReset({ email }, newAddress());
    await answer.settled;
    expect(Object.keys(answer)).toEqual(["settled"]);
    expect(await mailsTo(email)).toEqual([]);
  });

  test("an older or expired link is worth nothing", async () => {
    const person = await newPerson();
    const token = await mailedToken(person);
    await db().passwordReset.updateMany({
      where: { userId: person.userId },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    const late = resetPassword({ token, password: OTHER_PASSWORD }, newAddress());
    await expect(late).rejects.toMatchObject({ code: "precondition_failed" });
  });

  test("a mailbox cannot be flooded", async () => {
    const email = newEmail();
    for (let tries = 0; tries < 3; tries++) await requestPasswordReset({ email }, newAddress());
    await expect(requestPasswordReset({ email }, newAddress())).rejects.toMatchObject({
      code: "limit_exceeded",
    });
  });

  test("looks at the link before it looks at the password, and is limited for an address", async () => {
    const address = newAddress();
    // A password that is refused before it is hashed.
    const input = { token: "a".repeat(43), password: "Password2026!" };
    for (let tries = 0; tries < 30; tries++) {
      await expect(resetPassword(input, address)).rejects.toMatchObject({
        code: "precondition_failed",
      });
    }
    await expect(resetPassword(input, address)).rejects.toMatchObject({ code: "limit_exceeded" });
  });

  test("is not one of those that are tried first, and the link stays usable", async () => {
    const { userId } = await newPerson();
    const token = await createPasswordReset(userId);
    const weak = resetPassword({ token, password: "Password2026!" }, newAddress());
    await expect(weak).rejects.toMatchObject({ fields: { password: expect.any(String) } });
    await resetPassword({ token, password: OTHER_PASSWORD }, newAddress());
  });
});
