import { afterAll, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import {
  newAddress,
  newEmail,
  newFounder,
  newInvitation,
  newPerson,
  outboxOfEachTest,
  tokenIn,
} from "@/test/people";
import { textOf } from "@/test/text-of";
import { requestSignUp, signUp } from "./sign-up";

const { mailsTo } = outboxOfEachTest();

afterAll(disconnectDb);

describe("asking to sign up", () => {
  test("gets the same answer and one e-mail, whether or not the address has a user", async () => {
    const known = await newPerson();
    const unknown = newEmail();
    for (const email of [known.email, unknown]) {
      const answer = await requestSignUp({ email: ` ${email.toUpperCase()}` }, newAddress());
      expect(Object.keys(answer)).toEqual(["settled"]);
      await expect(answer.settled).resolves.toBeUndefined();
    }
    const [told = ""] = await mailsTo(known.email);
    expect(told).toContain("already has an account");
    expect(tokenIn(told)).toBe("");
    const [invited = ""] = await mailsTo(unknown);
    expect(tokenIn(invited)).toMatch(/^[\w-]{43}$/);
  });

  test("is refused where sign-up is not open", async () => {
    for (const mode of ["invite", "closed"]) {
      vi.stubEnv("SIGN_UP", mode);
      await expect(requestSignUp({ email: newEmail() }, newAddress())).rejects.toMatchObject({
        code: "forbidden",
      });
    }
  });

  test("is limited for an e-mail, and for an address", async () => {
    const email = newEmail();
    const ask = async (to: string, address: string) =>
      (await requestSignUp({ email: to }, address)).settled;
    for (let tries = 0; tries < 3; tries++) await ask(email, newAddress());
    const refused = { code: "limit_exceeded" };
    await expect(ask(email, newAddress())).rejects.toMatchObject(refused);
    const address = newAddress();
    for (let tries = 0; tries < 20; tries++) await ask(newEmail(), address);
    await expect(ask(newEmail(), address)).rejects.toMatchObject(refused);
  });
});

describe("signing up", () => {
  test("makes a user, a customer and its owner, audited and told to the line", async () => {
    const email = newEmail();
    const founder = newFounder();
    const invitationToken = await newInvitation(email);
    const made = await signUp({ ...founder, invitationToken }, newAddress());
    const customer = await db().customer.findUniqueOrThrow({
      where: { wireId: founder.customerId },
      include: { memberships: { include: { user: true } }, auditEntries: true },
    });
    expect(made.customerId).toBe(customer.id);
    expect(customer.memberships).toMatchObject([
      { role: "owner", user: { id: made.userId, email, name: "Ana" } },
    ]);
    expect(customer.auditEntries.map((entry) => entry.summary)).toEqual([
      "Ana signed up and created Acme",
    ]);
    expect(await db().outboxEntry.findMany({ where: { customerId: customer.id } })).toMatchObject([
      { topic: "customer", subjectId: customer.id },
    ]);
    expect(textOf(customer)).not.toContain(founder.password);
  });

  test.each([
    [{ customerId: "status" }, "customerId", "is reserved"],
    [{ customerId: "Acme" }, "customerId", "3–20 characters"],
    [{ password: "short" }, "password", "At least 12"],
    [{ name: "" }, "name", "required"],
  ])("refuses %j", async (changes, field, reason) => {
    const input = { ...newFounder(), ...changes, invitationToken: "a".repeat(43) };
    await expect(signUp(input, newAddress())).rejects.toMatchObject({
      issues: [{ path: [field], message: expect.stringContaining(reason) }],
    });
  });

  test("refuses a password that is tried among the first, or that everybody can guess of the person", async () => {
    const invitationToken = await newInvitation("zoltana@harbourhall.example");
    const person = { ...newFounder(), name: "Zoltana Krzywicka", customerName: "Harbour Hall" };
    for (const password of ["Password2026!", "zoltanakrzywicka1", "HarbourHall2026"]) {
      const input = { ...person, password, invitationToken };
      await expect(signUp(input, newAddress())).rejects.toMatchObject({
        code: "invalid",
        fields: { password: expect.stringContaining("too common") },
      });
    }
  });

  test("a customer id that is taken is a conflict at its field, nothing is left, and the link still works", async () => {
    const first = newFounder();
    const email = newEmail();
    await signUp({ ...first, invitationToken: await newInvitation(newEmail()) }, newAddress());
    const again = { ...newFounder(), invitationToken: await newInvitation(email) };
    const taken = { ...again, customerId: first.customerId };
    await expect(signUp(taken, newAddress())).rejects.toMatchObject({
      code: "conflict",
      fields: { customerId: expect.any(String) },
    });
    expect(await db().user.count({ where: { email } })).toBe(0);
    await signUp(again, newAddress());
    await expect(
      signUp({ ...newFounder(), invitationToken: again.invitationToken }, newAddress()),
    ).rejects.toMatchObject({ code: "forbidden" });
  });

  test("is refused to everybody when closed", async () => {
    const invitationToken = await newInvitation(newEmail());
    vi.stubEnv("SIGN_UP", "closed");
    const tried = signUp({ ...newFounder(), invitationToken }, newAddress());
    await expect(tried).rejects.toMatchObject({ code: "forbidden" });
  });

  test("looks at the link before it looks at the password, and is limited for an address", async () => {
    const address = newAddress();
    // A password that is refused before it is hashed.
    const input = { ...newFounder(), password: "Password2026!", invitationToken: "a".repeat(43) };
    for (let tries = 0; tries < 20; tries++) {
      await expect(signUp(input, address)).rejects.toMatchObject({ code: "forbidden" });
    }
    await expect(signUp(input, address)).rejects.toMatchObject({ code: "limit_exceeded" });
  });

  test("takes no try from others of the same address when it succeeds", async () => {
    const address = newAddress();
    const wrong = { ...newFounder(), invitationToken: "a".repeat(43) };
    for (let tries = 0; tries < 19; tries++) {
      await expect(signUp(wrong, address)).rejects.toMatchObject({ code: "forbidden" });
    }
    for (let founders = 0; founders < 2; founders++) {
      await signUp({ ...newFounder(), invitationToken: await newInvitation(newEmail()) }, address);
    }
    await expect(signUp(wrong, address)).rejects.toMatchObject({ code: "forbidden" });
    await expect(signUp(wrong, address)).rejects.toMatchObject({ code: "limit_exceeded" });
  });
});
