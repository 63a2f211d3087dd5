import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { db } from "@/lib/db/client";
import { withoutLimit } from "@/lib/services/ground/throttle";
import { requestSignUp, signUp } from "@/lib/services/people/invitation/sign-up";
import { registerCustomer } from "@/lib/services/people/user/register-customer";
import { resetPassword } from "@/lib/services/people/user/reset-password";
import { type AttackResult, attacksOn, isTaken, type Target } from "../attack";
import { ConsoleBrowser } from "../console-browser";
import { honestSignIn } from "../honest";
import { browserOf, newVictim, PASSWORD } from "../victim";

const ELSEWHERE = [
  "%2F%2Felsewhere.example",
  "%2F%09%2Felsewhere.example",
  "%2F%0A%2Felsewhere.example",
  "%2F%5Celsewhere.example",
  "%2F.%2F%2Felsewhere.example",
  "%2F%0D%0Alocation%3A%20https%3A%2F%2Felsewhere.example",
];

async function leadAway(target: Target): Promise<AttackResult> {
  const browser = await browserOf(target, await newVictim(target));
  const led: string[] = [];
  for (const next of ELSEWHERE) {
    const { status, headers } = await browser.ask(`/sign-in?next=${next}`);
    const to = new URL(headers["location"] ?? "/", target.consoleUrl);
    if (to.origin !== new URL(target.consoleUrl).origin || status >= 500) led.push(next);
  }
  return { succeeded: led.length > 0, seen: `Led away or broken by ${led.join(" ") || "none"}.` };
}

async function frameAndInject(target: Target): Promise<AttackResult> {
  const browser = new ConsoleBrowser(target.consoleUrl);
  const open: string[] = [];
  for (const path of ["/sign-in", "/events", "/api/health", "/api/auth/session", "/nothing"]) {
    const { headers } = await browser.ask(path);
    const policy = String(headers["content-security-policy"] ?? "");
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
    const isFramed = !policy.includes("frame-ancestors 'none'");
    if (isFramed || /unsafe|https?:|\*/.test(scripts)) open.push(path);
  }
  return {
    succeeded: open.length > 0,
    seen: `Framed or open to scripts: ${open.join(" ") || "none"}.`,
  };
}

/** How many of so many guesses, each at another user, were taken; each claims another address. */
async function spray(target: Target): Promise<AttackResult> {
  await newVictim(target);
  let taken = 0;
  for (let guess = 0; guess < 26; guess++) {
    const email = `${crypto.randomUUID()}@example.com`;
    const headers = {
      "x-forwarded-for": `198.51.100.${guess}`,
      "x-real-ip": `198.51.100.${guess}`,
    };
    const browser = new ConsoleBrowser(target.consoleUrl);
    if ((await browser.signIn(email, "Summer2026!!", headers)) !== "TooManyAttempts") taken += 1;
  }
  await db().throttle.deleteMany();
  return { succeeded: taken > 20, seen: `${taken} of 26 guesses at as many users were taken.` };
}

async function lockOut(target: Target): Promise<AttackResult> {
  const victim = await newVictim(target);
  const own = await browserOf(target, victim);
  for (let guess = 0; guess < 31; guess++) {
    await new ConsoleBrowser(target.consoleUrl).signIn(victim.email, "wrong");
  }
  const refused = await own.signIn(victim.email, PASSWORD);
  await db().throttle.deleteMany();
  return { succeeded: refused !== null, seen: `The victim was ${refused ?? "let in"}.` };
}

/** Guesses at a user and looks for what the operators and the user's customer see of it. */
async function guessUnseen(target: Target): Promise<AttackResult> {
  const { email, userId } = await newVictim(target);
  const startedAt = new Date();
  for (let guess = 0; guess < 8; guess++) {
    await new ConsoleBrowser(target.consoleUrl).signIn(email, "wrong");
  }
  await db().throttle.deleteMany();
  const log = await readFile(join(target.logDirectory, "console.log"), "utf8");
  const lines = log.split("\n").filter((line) => line.includes(userId));
  const unseen = ["sign-in.failed", "sign-in.throttled"].filter(
    (event) => !lines.some((line) => line.includes(`"event":"${event}"`)),
  );
  const audited = await db().auditEntry.count({
    where: { at: { gte: startedAt }, customer: { memberships: { some: { userId } } } },
  });
  return {
    succeeded: unseen.length > 0 || audited === 0,
    seen: `Missing in the log: ${unseen.join(" ") || "nothing"}; in the audit log: ${audited}.`,
  };
}

async function fillMemory(target: Target): Promise<AttackResult> {
  const browser = new ConsoleBrowser(target.consoleUrl);
  const taken: string[] = [];
  for (const path of ["/api/auth/callback/credentials", "/sign-in", "/api/v1/events/a/snapshot"]) {
    const long = await browser.ask(path, {
      method: "POST",
      headers: { "content-length": "100000000", expect: "100-continue" },
    });
    const endless = await browser.ask(path, {
      method: "POST",
      headers: { "transfer-encoding": "chunked" },
      body: "a",
    });
    if (long.status !== 413 || endless.status !== 411) taken.push(path);
  }
  return {
    succeeded: taken.length > 0,
    seen: `Bodies without a bound at ${taken.join(" ") || "none"}.`,
  };
}

async function useStolenCookie(target: Target): Promise<AttackResult> {
  const browser = await browserOf(target, await newVictim(target));
  const thief = new ConsoleBrowser(target.consoleUrl);
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  const before = await thief.ask("/events");
  if (before.status !== 200)
    throw new Error(`The cookie was worth nothing before: ${before.status}.`);
  await browser.signOut();
  const { status, body } = await thief.ask("/events");
  const isIn = status === 200 && !body.includes("/sign-in");
  return { succeeded: isIn, seen: `After signing out the cookie got ${status}.` };
}

async function tellUsersApart(target: Target): Promise<AttackResult> {
  const { email } = await newVictim(target);
  const ask = (to: string) =>
    requestSignUp({ email: to }, "192.0.2.9").then(
      ({ settled, ...told }) => settled.then(() => JSON.stringify(told)),
      (error: Error) => error.message,
    );
  const [known, unknown] = [await ask(email), await ask(`${crypto.randomUUID()}@example.com`)];
  const seen =
    known === unknown ? "Both get the same answer." : `Told apart: ${known}, ${unknown}.`;
  return { succeeded: known !== unknown, seen };
}

/** Whether a link that nobody sent has a password looked at, which comes before it is hashed. */
async function hashWithoutLink(target: Target): Promise<AttackResult> {
  await newVictim(target);
  const token = "a".repeat(43);
  const input = { name: "M", password: "Password2026!", customerId: "mallory", customerName: "M" };
  const codes = new Set<string>();
  const note = (error: { code?: string }) => void codes.add(error.code ?? "unknown");
  for (let tries = 0; tries < 40; tries++) {
    await resetPassword({ token, password: input.password }, "192.0.2.9").catch(note);
    await signUp({ ...input, invitationToken: token }, "192.0.2.9").catch(note);
  }
  const isBounded = codes.has("limit_exceeded") && !codes.has("invalid");
  return { succeeded: !isBounded, seen: `Refused with ${[...codes].join(", ")}.` };
}

async function takeCommonPassword(target: Target): Promise<AttackResult> {
  await newVictim(target);
  const common = ["1234567890", "123456789012", "password1234", "qwertyuiop123", "Welcome2026!!"];
  const taken: string[] = [];
  for (const password of common) {
    const customerId = `w${crypto.randomUUID().replaceAll("-", "").slice(0, 18)}`;
    const email = `${customerId}@example.com`;
    const person = { name: "Mo", email, password, customerId, customerName: "Mo" };
    if (await isTaken(registerCustomer(withoutLimit(), person))) taken.push(password);
  }
  return { succeeded: taken.length > 0, seen: `Taken: ${taken.join(", ") || "none"}.` };
}

/** Who has a copy of the database guesses as fast as one hash costs. */
async function crackCheapHash(target: Target): Promise<AttackResult> {
  const { userId } = await newVictim(target);
  const { passwordHash } = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const [, N, r, p] = passwordHash.split("$").map(Number);
  const bytes = 128 * (N ?? 0) * (r ?? 0) * (p ?? 0);
  return { succeeded: bytes < 128 * 1_048_576, seen: `A hash takes ${bytes / 1_048_576} MB.` };
}

export const CONSOLE_ATTACKS = attacksOn(honestSignIn, {
  "S5-lead-away": ["Signing in leads on to another site", leadAway],
  "S6-frame": ["Another site frames the console or runs a script in it", frameAndInject],
  "S7-S8-spray": ["One guess at each of many users, from addresses that are made up", spray],
  "S8-lock-out": ["A stranger keeps a user out with wrong passwords", lockOut],
  "S9-hash-without-link": ["Passwords are hashed for links that nobody sent", hashWithoutLink],
  "S10-console-body": ["Long and endless bodies fill the console's memory", fillMemory],
  "S11-stolen-cookie": ["A copied cookie goes on after its owner signed out", useStolenCookie],
  "S15-unseen": ["Guessing leaves no trace", guessUnseen],
  "S16-common-password": ["A password is taken that is tried among the first", takeCommonPassword],
  "S24-cheap-hash": ["Guessing with a copy of the database", crackCheapHash],
  "S26-tell-users": ["Sign-up tells whether an address has a user", tellUsersApart],
});
