import { afterAll, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { addPasskey, beginPasskey } from "@/lib/services/people/passkey/add";
import { startSession } from "@/lib/services/people/session/start-session";
import { beginTotp, confirmTotp } from "@/lib/services/people/totp/set-up";
import { newAddress, newPerson, outboxOfEachTest, type Person } from "@/test/people";
import { securityLogOfEachTest } from "@/test/security-log";
import { confirmFirstFactorCode, needsMailedCode, sendFirstFactorCode } from "./first-factor";

securityLogOfEachTest();
const outbox = outboxOfEachTest();
afterAll(disconnectDb);

const WANTED = {
  code: "precondition_failed",
  message: expect.stringContaining("Verify your e-mail address"),
};
const WRONG = { code: "invalid", fields: { code: expect.any(String) } };

/** Somebody whose customer asks for more than a password. */
async function newMember(signInRule = "second-factor"): Promise<Person> {
  const person = await newPerson();
  await db().customer.update({ where: { id: person.customerId }, data: { signInRule } });
  return person;
}

async function signIn({ userId }: Person) {
  const address = newAddress();
  const user = { id: userId, name: "Ana" };
  return { userId, sessionId: await startSession({ user, userAgent: "", address }), address };
}

async function mailedCode({ email }: Person): Promise<string> {
  const newest = (await outbox.mailsTo(email)).at(-1) ?? "";
  return /^([a-z2-7]{4}-[a-z2-7]{4})$/m.exec(newest)?.[1] ?? "";
}

describe("whoever has only learned the password", () => {
  test.each(["second-factor", "single-sign-on"])(
    "sets no first factor up where the customer asks for %s, at any step",
    async (rule) => {
      const ana = await newMember(rule);
      const thief = await signIn(ana);
      expect(await needsMailedCode(thief)).toBe(true);
      await expect(beginTotp(thief)).rejects.toMatchObject(WANTED);
      await expect(confirmTotp(thief, { code: "123456" })).rejects.toMatchObject(WANTED);
      await expect(beginPasskey(thief)).rejects.toMatchObject(WANTED);
      const response = {} as Parameters<typeof addPasskey>[1]["response"];
      const add = addPasskey(thief, { token: "x".repeat(43), name: "Key", response });
      await expect(add).rejects.toMatchObject(WANTED);
    },
  );

  test("sets none up that was begun before the customer asked for one", async () => {
    const ana = await newMember("any");
    const thief = await signIn(ana);
    await beginTotp(thief);
    const data = { signInRule: "second-factor" };
    await db().customer.update({ where: { id: ana.customerId }, data });
    await expect(confirmTotp(thief, { code: "123456" })).rejects.toMatchObject(WANTED);
  });

  test("does not guess the code, and is mailed no more than five an hour", async () => {
    const ana = await newMember();
    const thief = await signIn(ana);
    await sendFirstFactorCode(thief);
    for (let tries = 0; tries < 10; tries += 1) {
      const guess = confirmFirstFactorCode(thief, { code: `aaaa-aaa${"abcdefghij"[tries]}` });
      await expect(guess).rejects.toMatchObject(WRONG);
    }
    const right = confirmFirstFactorCode(thief, { code: await mailedCode(ana) });
    await expect(right).rejects.toMatchObject({ code: "limit_exceeded" });
    for (let mails = 1; mails < 5; mails += 1) await sendFirstFactorCode(thief);
    await expect(sendFirstFactorCode(thief)).rejects.toMatchObject({ code: "limit_exceeded" });
    expect(await outbox.mailsTo(ana.email)).toHaveLength(5);
  });
});

describe("the mailed code", () => {
  test("lets its session set a factor up, once it was taken, and no other session", async () => {
    const ana = await newMember();
    const [mine, thief] = [await signIn(ana), await signIn(ana)];
    await sendFirstFactorCode(mine);
    const code = await mailedCode(ana);
    await expect(confirmFirstFactorCode(thief, { code })).rejects.toMatchObject(WRONG);
    await confirmFirstFactorCode(mine, { code: ` ${code.toUpperCase()} ` });
    await expect(confirmFirstFactorCode(mine, { code })).rejects.toMatchObject(WRONG);
    expect(await needsMailedCode(mine)).toBe(false);
    expect(await beginTotp(mine)).toMatchObject({ secret: expect.any(String) });
    await expect(beginTotp(thief)).rejects.toMatchObject(WANTED);
  });

  test("ends with the next one, and after ten minutes", async () => {
    const ana = await newMember();
    const mine = await signIn(ana);
    await sendFirstFactorCode(mine);
    const before = await mailedCode(ana);
    await sendFirstFactorCode(mine);
    await expect(confirmFirstFactorCode(mine, { code: before })).rejects.toMatchObject(WRONG);
    const mails = await outbox.mailsTo(ana.email);
    const code = mails
      .join()
      .match(/^[a-z2-7]{4}-[a-z2-7]{4}$/gm)
      ?.find((one) => one !== before);
    await db().signInChallenge.updateMany({
      where: { userId: ana.userId },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    await expect(confirmFirstFactorCode(mine, { code: code ?? "" })).rejects.toMatchObject(WRONG);
  });

  test("is wanted of nobody whose customers are content with a password, and of nobody who has a factor", async () => {
    const ana = await newMember("any");
    const mine = await signIn(ana);
    expect(await needsMailedCode(mine)).toBe(false);
    expect(await beginTotp(mine)).toMatchObject({ secret: expect.any(String) });
    await db().totpFactor.updateMany({
      where: { userId: ana.userId },
      data: { confirmedAt: new Date() },
    });
    const data = { signInRule: "second-factor" };
    await db().customer.update({ where: { id: ana.customerId }, data });
    expect(await needsMailedCode(mine)).toBe(false);
    vi.stubEnv("CONSOLE_URL", "https://console.example");
    expect(await beginPasskey(mine)).toMatchObject({ token: expect.any(String) });
  });
});
