import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { loadServiceContext, loadSessionUser } from "@/lib/auth/load-context";
import { db, disconnectDb } from "@/lib/db/client";
import { inviteFounder } from "@/lib/services/invitation/create";
import { randomWireId } from "@/test/customer";
import { requestPasswordReset } from "./request-password-reset";
import { resetPassword } from "./reset-password";
import { signUp } from "./sign-up";
import { takeTry } from "./throttle";
import { verifyCredentials } from "./verify-credentials";

let outbox: string;

beforeEach(async () => {
  outbox = await mkdtemp(path.join(tmpdir(), "stanchion-outbox-"));
  vi.stubEnv("OUTBOX_DIRECTORY", outbox);
  vi.stubEnv("SMTP_URL", "");
  vi.stubEnv("CONSOLE_URL", "http://console.localhost:3000");
  vi.stubEnv("SIGN_UP", "open");
  return async () => {
    vi.unstubAllEnvs();
    await rm(outbox, { recursive: true });
  };
});

afterAll(disconnectDb);

const PASSWORD = "correct horse battery";
const newAddress = () => `address ${crypto.randomUUID()}`;
const newEmail = () => `${crypto.randomUUID()}@example.com`;
const newPerson = () => ({
  name: "Ana",
  email: newEmail(),
  password: PASSWORD,
  customerId: randomWireId(),
  customerName: "Acme",
});

async function mailedText(): Promise<string> {
  const files = await readdir(outbox);
  const text = files.find((file) => file.endsWith(".txt"));
  return text === undefined ? "" : readFile(path.join(outbox, text), "utf8");
}

const tokenIn = (text: string) => /(?:token|invitation)=([\w-]{43})/.exec(text)?.[1] ?? "";

describe("sign-up", () => {
  test("makes a user, a customer and its owner, audited and told to the line", async () => {
    const person = newPerson();
    const made = await signUp({ ...person, email: ` ${person.email.toUpperCase()}` }, newAddress());
    const customer = await db().customer.findUniqueOrThrow({
      where: { wireId: person.customerId },
      include: { memberships: { include: { user: true } }, auditEntries: true },
    });
    expect(made.customerId).toBe(customer.id);
    expect(customer.memberships).toMatchObject([
      { role: "owner", user: { id: made.userId, email: person.email, name: "Ana" } },
    ]);
    expect(customer.auditEntries.map((entry) => entry.summary)).toEqual([
      "Ana signed up and founded Acme",
    ]);
    expect(await db().outboxEntry.findMany({ where: { customerId: customer.id } })).toMatchObject([
      { topic: "customer", subjectId: customer.id },
    ]);
    expect(JSON.stringify(customer)).not.toContain(PASSWORD);
  });

  test.each([
    [{ customerId: "status" }, "customerId", "address of the waiting room"],
    [{ customerId: "Acme" }, "customerId", "3 to 20 characters"],
    [{ email: "ana" }, "email", "e-mail"],
    [{ password: "short" }, "password", "At least 10"],
    [{ name: "" }, "name", "empty"],
  ])("refuses %j", async (changes, field, reason) => {
    await expect(signUp({ ...newPerson(), ...changes }, newAddress())).rejects.toMatchObject({
      issues: [{ path: [field], message: expect.stringContaining(reason) }],
    });
  });

  test("an e-mail or customer id that is taken is a conflict at its field, and nothing is left", async () => {
    const first = newPerson();
    await signUp(first, newAddress());
    const sameEmail = { ...newPerson(), email: first.email };
    const sameId = { ...newPerson(), customerId: first.customerId };
    await expect(signUp(sameEmail, newAddress())).rejects.toMatchObject({
      code: "conflict",
      fields: { email: expect.any(String) },
    });
    await expect(signUp(sameId, newAddress())).rejects.toMatchObject({
      code: "conflict",
      fields: { customerId: expect.any(String) },
    });
    expect(await db().user.count({ where: { email: sameId.email } })).toBe(0);
    expect(await db().customer.count({ where: { wireId: sameEmail.customerId } })).toBe(0);
  });

  test("is refused to everybody when closed", async () => {
    vi.stubEnv("SIGN_UP", "closed");
    await expect(signUp(newPerson(), newAddress())).rejects.toMatchObject({ code: "forbidden" });
  });

  test("by invitation needs one of one's own, once", async () => {
    vi.stubEnv("SIGN_UP", "invite");
    const person = newPerson();
    await expect(signUp(person, newAddress())).rejects.toMatchObject({ code: "forbidden" });
    const address = await inviteFounder(person.email);
    expect(await mailedText()).toContain(address);
    const invitationToken = tokenIn(address);
    await expect(signUp({ ...newPerson(), invitationToken }, newAddress())).rejects.toMatchObject({
      code: "invalid",
      fields: { email: expect.any(String) },
    });
    await signUp({ ...person, invitationToken }, newAddress());
    await expect(
      signUp({ ...newPerson(), email: person.email, invitationToken }, newAddress()),
    ).rejects.toMatchObject({ code: "forbidden" });
  });

  test("is limited per address", async () => {
    const address = newAddress();
    const limit = { key: ["sign-up", address], triesMax: 20, windowSeconds: 60 };
    for (let tries = 0; tries < 20; tries++) await takeTry([limit]);
    await expect(signUp(newPerson(), address)).rejects.toMatchObject({ code: "limit_exceeded" });
  });
});

describe("sign-in", () => {
  test("gives the user and the customer to begin with", async () => {
    const person = newPerson();
    const made = await signUp(person, newAddress());
    const user = await verifyCredentials({
      email: person.email.toUpperCase(),
      password: PASSWORD,
      address: newAddress(),
    });
    expect(user).toEqual({
      id: made.userId,
      name: "Ana",
      email: person.email,
      sessionVersion: 0,
      customerId: made.customerId,
    });
  });

  test("answers an unknown e-mail, a wrong password and garbage alike", async () => {
    const person = newPerson();
    await signUp(person, newAddress());
    const answers = await Promise.all(
      [
        { email: person.email, password: "wrong password" },
        { email: newEmail(), password: PASSWORD },
        { email: "", password: "" },
        { email: "x".repeat(1_000), password: PASSWORD },
      ].map((attempt) =>
        verifyCredentials({ ...attempt, address: newAddress() }).catch((error: unknown) => error),
      ),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({
        code: "unauthenticated",
        message: "E-mail or password is wrong.",
      });
    }
  });

  test("is refused after five tries from one address, even with the right password", async () => {
    const person = newPerson();
    await signUp(person, newAddress());
    const address = newAddress();
    const attempts = Array.from({ length: 6 }, () =>
      verifyCredentials({ email: person.email, password: "wrong password", address }),
    );
    const codes = (await Promise.allSettled(attempts)).map((outcome) =>
      outcome.status === "rejected" ? outcome.reason.code : "in",
    );
    expect(codes.filter((code) => code === "limit_exceeded")).toHaveLength(1);
    const attempt = { email: person.email, password: PASSWORD };
    await expect(verifyCredentials({ ...attempt, address })).rejects.toMatchObject({
      code: "limit_exceeded",
      message: expect.stringMatching(/Try again in 1[0-5] minutes/),
    });
    await expect(verifyCredentials({ ...attempt, address: newAddress() })).resolves.toBeDefined();
  });

  test("tries for an e-mail that nobody has are limited just the same", async () => {
    const attempt = { email: newEmail(), password: PASSWORD, address: newAddress() };
    const attempts = Array.from({ length: 6 }, () => verifyCredentials(attempt));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(6);
    await expect(verifyCredentials(attempt)).rejects.toMatchObject({ code: "limit_exceeded" });
  });

  test("a success forgets the tries before it", async () => {
    const person = newPerson();
    await signUp(person, newAddress());
    const address = newAddress();
    for (let round = 0; round < 2; round++) {
      for (let tries = 0; tries < 4; tries++) {
        await expect(
          verifyCredentials({ email: person.email, password: "wrong", address }),
        ).rejects.toMatchObject({ code: "unauthenticated" });
      }
      await verifyCredentials({ email: person.email, password: PASSWORD, address });
    }
  });
});

describe("throttling", () => {
  test("begins anew when the window has passed", async () => {
    const key = ["test", newAddress()];
    const limit = { key, triesMax: 1, windowSeconds: 600 };
    await takeTry([{ ...limit, windowSeconds: -1 }]);
    await takeTry([limit]);
    await expect(takeTry([limit])).rejects.toMatchObject({ code: "limit_exceeded" });
  });

  test("counts tries that are made at once", async () => {
    const limit = { key: ["test", newAddress()], triesMax: 3, windowSeconds: 600 };
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => takeTry([limit])));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  test("keeps no address and drops what has expired", async () => {
    const address = newAddress();
    await takeTry([{ key: ["test", address], triesMax: 1, windowSeconds: -60 }]);
    await takeTry([{ key: ["test", address, "2"], triesMax: 1, windowSeconds: 600 }]);
    expect(await db().throttle.count({ where: { expiresAt: { lt: new Date() } } })).toBe(0);
    expect(await db().throttle.count({ where: { key: { contains: address } } })).toBe(0);
  });
});

describe("password reset", () => {
  test("the mailed link sets a new password once and ends every sign-in", async () => {
    const person = newPerson();
    const made = await signUp(person, newAddress());
    const claims = { userId: made.userId, customerId: made.customerId, sessionVersion: 0 };
    await expect(loadSessionUser(claims)).resolves.toMatchObject({ id: made.userId });
    await (await requestPasswordReset({ email: person.email }, newAddress())).settled;
    const token = tokenIn(await mailedText());
    await resetPassword({ token, password: "another password" });
    await expect(loadSessionUser(claims)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(resetPassword({ token, password: "third password" })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    const email = person.email;
    const address = newAddress();
    await expect(verifyCredentials({ email, password: PASSWORD, address })).rejects.toThrow();
    await verifyCredentials({ email, password: "another password", address });
    const sentences = await db().auditEntry.findMany({ where: { customerId: made.customerId } });
    expect(sentences.map((row) => row.summary)).toContain("Ana set a new password by e-mail");
  });

  test("an unknown e-mail gets the same answer and no mail", async () => {
    const answer = await requestPasswordReset({ email: newEmail() }, newAddress());
    await answer.settled;
    expect(Object.keys(answer)).toEqual(["settled"]);
    expect(await readdir(outbox)).toEqual([]);
  });

  test("an older or expired link is worth nothing", async () => {
    const person = newPerson();
    const made = await signUp(person, newAddress());
    await (await requestPasswordReset({ email: person.email }, newAddress())).settled;
    const token = tokenIn(await mailedText());
    await db().passwordReset.updateMany({
      where: { userId: made.userId },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    await expect(resetPassword({ token, password: "another password" })).rejects.toMatchObject({
      code: "precondition_failed",
    });
  });

  test("a mailbox cannot be flooded", async () => {
    const email = newEmail();
    for (let tries = 0; tries < 3; tries++) await requestPasswordReset({ email }, newAddress());
    await expect(requestPasswordReset({ email }, newAddress())).rejects.toMatchObject({
      code: "limit_exceeded",
    });
  });
});

describe("what a sign-in is worth", () => {
  test("nothing without a user, nothing in a customer that the user has left", async () => {
    const made = await signUp(newPerson(), newAddress());
    const other = await signUp(newPerson(), newAddress());
    await expect(loadServiceContext(null)).rejects.toMatchObject({ code: "unauthenticated" });
    const foreign = { userId: made.userId, customerId: other.customerId, sessionVersion: 0 };
    await expect(loadServiceContext(foreign)).rejects.toMatchObject({ code: "forbidden" });
    const own = { ...foreign, customerId: made.customerId };
    expect((await loadServiceContext(own)).customer.id).toBe(made.customerId);
    await db().membership.deleteMany({ where: { userId: made.userId } });
    await expect(loadServiceContext(own)).rejects.toMatchObject({ code: "forbidden" });
    await db().user.delete({ where: { id: made.userId } });
    await expect(loadServiceContext(own)).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
