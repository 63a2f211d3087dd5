import { scryptSync } from "node:crypto";
import { afterAll, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { takeTry } from "@/lib/services/ground/throttle";
import { newAddress, newEmail, newPerson, PASSWORD } from "@/test/people";
import { securityLogOfEachTest } from "@/test/security-log";
import { verifyCredentials } from "./verify-credentials";

afterAll(disconnectDb);

const log = securityLogOfEachTest();

type Overrides = {
  readonly password?: string;
  readonly address?: string;
  readonly browser?: string;
};

/** One try to sign in: by default a wrong one, from a new address, with a browser that nobody knows. */
function attempt(email: string, { password = "wrong", address, browser }: Overrides = {}) {
  return verifyCredentials({
    email,
    password,
    address: address ?? newAddress(),
    knownBrowser: browser ?? null,
  });
}

/** What became of a try: the code of the refusal, or "in". */
const outcome = (tried: Promise<unknown>) =>
  tried.then(
    () => "in",
    (error: { code?: string }) => error.code ?? "error",
  );

type Tries = { readonly triesMax: number; readonly made: number };

/** Makes tries at a limit, without a hash for each. */
async function makeTries(key: readonly string[], { triesMax, made }: Tries): Promise<void> {
  const limit = { key, triesMax, windowSeconds: 86_400, delaySeconds: 60 };
  for (let tries = 0; tries < made; tries++) await takeTry([limit]);
}

const networkOf = (address: string) => address.replace(/::.*$/, "::/64");

/** What one network may try at a user, but for the last try. */
const tryAtUser = (email: string, address: string, made = 4) =>
  makeTries(["sign-in", email, networkOf(address)], { triesMax: 5, made });

/** What one network may try at all users, but for the last try. */
const tryOfNetwork = (address: string) =>
  makeTries(["sign-in-from", networkOf(address)], { triesMax: 20, made: 19 });

describe("signing in", () => {
  test("gives the user and the customer to begin with", async () => {
    const person = await newPerson();
    const user = await attempt(person.email.toUpperCase(), { password: PASSWORD });
    expect(user).toEqual({
      id: person.userId,
      name: "Ana",
      email: person.email,
      customerId: person.customerId,
    });
  });

  test("answers an unknown e-mail, a wrong password and garbage alike, and says in the log who", async () => {
    const person = await newPerson();
    const address = newAddress();
    for (const email of [person.email, newEmail(), "", "x".repeat(1_000)]) {
      await expect(attempt(email, { address })).rejects.toMatchObject({
        code: "unauthenticated",
        message: "Incorrect e-mail address or password.",
      });
    }
    const failed = log().filter((line) => line["event"] === "sign-in.failed");
    expect(failed.map(({ userId, from }) => [userId, from])).toEqual([
      [person.userId, address],
      [undefined, address],
      [undefined, address],
    ]);
    expect(JSON.stringify(log())).not.toContain(person.email);
  });

  test("makes a hash of former cost a new one", async () => {
    const { email, userId } = await newPerson();
    const salt = Buffer.alloc(16, 3);
    const key = scryptSync(PASSWORD, salt, 32, { N: 32_768, r: 8, p: 1, maxmem: 2 ** 27 });
    const passwordHash = `scrypt$32768$8$1$${salt.toString("base64url")}$${key.toString("base64url")}`;
    await db().user.update({ where: { id: userId }, data: { passwordHash } });
    expect(await outcome(attempt(email))).toBe("unauthenticated");
    const before = await db().user.findUniqueOrThrow({ where: { id: userId } });
    expect(before.passwordHash).toBe(passwordHash);
    await attempt(email, { password: PASSWORD });
    const after = await db().user.findUniqueOrThrow({ where: { id: userId } });
    expect(after.passwordHash).toMatch(/^scrypt\$131072\$/);
    await attempt(email, { password: PASSWORD });
  });
});

describe("guessing", () => {
  test("is refused after five tries from one network, whichever of its addresses, even with the right password", async () => {
    const { email } = await newPerson();
    const address = newAddress();
    await tryAtUser(email, address);
    const outcomes = await Promise.all([1, 2, 3].map(() => outcome(attempt(email, { address }))));
    expect(outcomes.sort()).toEqual(["limit_exceeded", "limit_exceeded", "unauthenticated"]);
    const right = { password: PASSWORD, address: address.replace(/::.*$/, "::ffff:1") };
    expect(await outcome(attempt(email, right))).toBe("limit_exceeded");
    expect(await outcome(attempt(email, { password: PASSWORD }))).toBe("in");
  });

  test("by one stranger does not keep the user out, however long it goes on", async () => {
    const { email } = await newPerson();
    const address = newAddress();
    await tryAtUser(email, address, 5);
    for (let tries = 0; tries < 40; tries++) {
      expect(await outcome(attempt(email, { address }))).toBe("limit_exceeded");
    }
    expect(await outcome(attempt(email, { password: PASSWORD }))).toBe("in");
  });

  test("from many networks keeps strangers out, and lets a known browser in", async () => {
    const { email } = await newPerson();
    await makeTries(["sign-in", email], { triesMax: 30, made: 29 });
    expect(await outcome(attempt(email))).toBe("unauthenticated");
    expect(await outcome(attempt(email, { password: PASSWORD }))).toBe("limit_exceeded");
    const browser = crypto.randomUUID();
    expect(await outcome(attempt(email, { password: PASSWORD, browser }))).toBe("in");
  });

  test("with a browser that is known is limited, too, and hurts no other browser", async () => {
    const { email } = await newPerson();
    const [stolen, own] = [crypto.randomUUID(), crypto.randomUUID()];
    await makeTries(["sign-in", email, "browser", stolen], { triesMax: 5, made: 4 });
    expect(await outcome(attempt(email, { browser: stolen }))).toBe("unauthenticated");
    const right = { password: PASSWORD };
    expect(await outcome(attempt(email, { ...right, browser: stolen }))).toBe("limit_exceeded");
    expect(await outcome(attempt(email, { ...right, browser: own }))).toBe("in");
  });

  test("once at each of many users is noticed, refused and logged; known browsers get in", async () => {
    const { email } = await newPerson();
    const address = newAddress();
    await tryOfNetwork(address);
    expect(await outcome(attempt(newEmail(), { address }))).toBe("unauthenticated");
    expect(await outcome(attempt(newEmail(), { address }))).toBe("limit_exceeded");
    const line = { event: "sign-in.throttled", from: address, detail: "network" };
    await vi.waitFor(() => expect(log()).toContainEqual(expect.objectContaining(line)), 60_000);
    const right = { password: PASSWORD, address };
    expect(await outcome(attempt(email, right))).toBe("limit_exceeded");
    expect(await outcome(attempt(email, { ...right, browser: crypto.randomUUID() }))).toBe("in");
  });

  test("is not made cheaper by signing in to a user of one's own between", async () => {
    const own = await newPerson();
    const address = newAddress();
    await tryOfNetwork(address);
    expect(await outcome(attempt(own.email, { password: PASSWORD, address }))).toBe("in");
    expect(await outcome(attempt(newEmail(), { address }))).toBe("unauthenticated");
    expect(await outcome(attempt(newEmail(), { address }))).toBe("limit_exceeded");
  });

  test("is limited for an e-mail that nobody has just the same", async () => {
    const [email, address] = [newEmail(), newAddress()];
    await tryAtUser(email, address);
    expect(await outcome(attempt(email, { address }))).toBe("unauthenticated");
    expect(await outcome(attempt(email, { address }))).toBe("limit_exceeded");
  });

  test("is told to the owners of the user's customers, once an hour", async () => {
    const { email, userId, customerId } = await newPerson();
    const address = newAddress();
    await tryAtUser(email, address, 5);
    for (let tries = 0; tries < 3; tries++) await outcome(attempt(email, { address }));
    const told = () => log().filter((line) => line["userId"] === userId);
    await vi.waitFor(() => expect(told()).toHaveLength(3), 60_000);
    const read = async () => {
      const where = { customerId, verb: "user.sign-in-throttled" };
      const entries = await db().auditEntry.findMany({ where });
      return entries.map((entry) => entry.summary);
    };
    const once = ["Ana could not sign in: too many attempts"];
    await vi.waitFor(async () => expect(await read()).toEqual(once), 60_000);
  });

  test("is forgotten after a success", async () => {
    const { email } = await newPerson();
    const address = newAddress();
    for (let round = 0; round < 2; round++) {
      await tryAtUser(email, address);
      expect(await outcome(attempt(email, { password: PASSWORD, address }))).toBe("in");
    }
  });
});
