import { afterAll, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { startSession } from "@/lib/services/people/session/start-session";
import { newAddress, newEmail, newPerson, outboxOfEachTest, tokenIn } from "@/test/people";
import { securityLogOfEachTest } from "@/test/security-log";
import { confirmEmailChange, isEmailLinkValid, requestEmailChange } from "./change-email";
import { createPasswordReset } from "./request-password-reset";
import { resetPassword } from "./reset-password";

securityLogOfEachTest();
const outbox = outboxOfEachTest();
afterAll(disconnectDb);

async function signIn() {
  const { userId, email } = await newPerson();
  const address = newAddress();
  const sessionId = await startSession({
    user: { id: userId, name: "Ana" },
    userAgent: "",
    address,
  });
  return { userId, sessionId, address, email };
}

const emailOf = async (id: string) => (await db().user.findUniqueOrThrow({ where: { id } })).email;
const GONE = { code: "precondition_failed" };

async function ask(me: Awaited<ReturnType<typeof signIn>>, email: string): Promise<string> {
  await (await requestEmailChange(me, { email })).settled;
  return tokenIn((await outbox.mailsTo(email)).join());
}

test("the new address counts once its link is opened, by the same user; the old one is told, and its links end", async () => {
  const [ana, bo] = [await signIn(), await signIn()];
  const email = newEmail();
  const reset = await createPasswordReset(ana.userId);
  const token = await ask(ana, email);
  expect(await emailOf(ana.userId)).toBe(ana.email);
  await expect(confirmEmailChange(bo, { token })).rejects.toMatchObject(GONE);
  expect(await isEmailLinkValid(bo.userId, token)).toBe(false);
  expect(await isEmailLinkValid(ana.userId, token)).toBe(true);
  await confirmEmailChange(ana, { token });
  expect(await isEmailLinkValid(ana.userId, token)).toBe(false);
  expect(await emailOf(ana.userId)).toBe(email);
  await expect(confirmEmailChange(ana, { token })).rejects.toMatchObject(GONE);
  const late = resetPassword({ token: reset, password: "quartz meadow tunnel" }, newAddress());
  await expect(late).rejects.toMatchObject(GONE);
  await vi.waitFor(async () => {
    expect((await outbox.mailsTo(ana.email)).join()).toContain(
      `Your sign-in address is now ${email}`,
    );
  });
});

test("an address that somebody has gets the same answer, an e-mail to its holder, and stays theirs", async () => {
  const [ana, bo] = [await signIn(), await signIn()];
  expect(await ask(ana, bo.email)).toBe("");
  expect((await outbox.mailsTo(bo.email)).join()).toContain("stays with your account");
  const email = newEmail();
  const [first, second] = [await ask(ana, email), await ask(bo, email)];
  expect(second).not.toBe("");
  const mails = (await outbox.mailsTo(email)).map(tokenIn);
  await confirmEmailChange(ana, { token: mails.find((token) => token === first) ?? "" });
  const other = mails.find((token) => token !== first) ?? "";
  await expect(confirmEmailChange(bo, { token: other })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await emailOf(bo.userId)).toBe(bo.email);
});

test("a session that is not fresh asks for none", async () => {
  const ana = await signIn();
  const provenAt = new Date(Date.now() - 11 * 60_000);
  await db().session.update({ where: { id: ana.sessionId }, data: { provenAt } });
  await expect(requestEmailChange(ana, { email: newEmail() })).rejects.toMatchObject({
    code: "reauthenticate",
  });
});
