import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { db } from "@/lib/db/client";
import { requestSignUp, signUp } from "@/lib/services/people/invitation/sign-up";
import { resetPassword } from "@/lib/services/people/user/reset-password";
import { attacksOn, both, codeOf, isTaken, tryEach } from "../attack";
import { ConsoleBrowser } from "../console-browser";
import { browserOf, honestSignIn, newVictim, PASSWORD } from "../people";

const ADDRESS = "192.0.2.9";
const ELSEWHERE = [
  "%2F%2Felsewhere.example",
  "%2F%09%2Felsewhere.example",
  "%2F%0A%2Felsewhere.example",
  "%2F%5Celsewhere.example",
  "%2F.%2F%2Felsewhere.example",
  "%2F%0D%0Alocation%3A%20https%3A%2F%2Felsewhere.example",
];
const FRAMED = ["/sign-in", "/events", "/api/health", "/api/auth/session", "/nothing"];
const FILLED = ["/api/auth/callback/credentials", "/sign-in", "/api/v1/events/a/snapshot"];
const COMMON = ["1234567890", "123456789012", "password1234", "qwertyuiop123", "Welcome2026!!"];

async function guessAt(consoleUrl: string, email: string, times: number): Promise<void> {
  for (let guess = 0; guess < times; guess++)
    await new ConsoleBrowser(consoleUrl).signIn(email, "wrong");
}

export const CONSOLE_ATTACKS = attacksOn(honestSignIn, {
  "S5-lead-away: Signing in leads on to another site": async (target) => {
    const browser = await browserOf(target, await newVictim());
    return tryEach(ELSEWHERE, async (next) => {
      const { status, headers } = await browser.ask(`/sign-in?next=${next}`);
      const to = new URL(headers["location"] ?? "/", target.consoleUrl);
      return to.origin !== new URL(target.consoleUrl).origin || status >= 500;
    });
  },
  "S6-frame: Another site frames the console or runs a script in it": async ({ consoleUrl }) =>
    tryEach(FRAMED, async (path) => {
      const { headers } = await new ConsoleBrowser(consoleUrl).ask(path);
      const policy = String(headers["content-security-policy"] ?? "");
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
      const isFramed = !policy.includes("frame-ancestors 'none'");
      return isFramed || /unsafe|https?:|\*/.test(scripts);
    }),
  "S7-S8-spray: One guess at each of many users, from addresses that are made up": async ({
    consoleUrl,
  }) => {
    await newVictim();
    let taken = 0;
    for (let guess = 0; guess < 26; guess++) {
      const email = `${crypto.randomUUID()}@example.com`;
      const address = `198.51.100.${guess}`;
      const headers = { "x-forwarded-for": address, "x-real-ip": address };
      const browser = new ConsoleBrowser(consoleUrl);
      if ((await browser.signIn(email, "Summer2026!!", headers)) !== "TooManyAttempts") taken += 1;
    }
    await db().throttle.deleteMany();
    return { succeeded: taken > 20, seen: `${taken} of 26 guesses at as many users were taken.` };
  },
  "S8-lock-out: A stranger keeps a user out with wrong passwords": async (target) => {
    const victim = await newVictim();
    const own = await browserOf(target, victim);
    await guessAt(target.consoleUrl, victim.email, 31);
    const refused = await own.signIn(victim.email, PASSWORD);
    await db().throttle.deleteMany();
    return { succeeded: refused !== null, seen: `The victim was ${refused ?? "let in"}.` };
  },
  // Whether a password is looked at there, which comes before it is hashed.
  "S9-hash-without-link: Passwords are hashed for links that nobody sent": async () => {
    await newVictim();
    const token = "a".repeat(43);
    const [password, customerId] = ["Password2026!", "mallory"];
    const founding = { name: "M", password, customerId, customerName: "M" };
    const codes = new Set<string>();
    for (let tries = 0; tries < 40; tries++) {
      codes.add(await codeOf(resetPassword({ token, password }, ADDRESS)));
      codes.add(await codeOf(signUp({ ...founding, invitationToken: token }, ADDRESS)));
    }
    const isBounded = codes.has("limit_exceeded") && !codes.has("invalid") && !codes.has("done");
    return { succeeded: !isBounded, seen: `Answered ${[...codes].join(", ")}.` };
  },
  "S10-console-body: Long and endless bodies fill the console's memory": async ({ consoleUrl }) => {
    const browser = new ConsoleBrowser(consoleUrl);
    const long = { "content-length": "100000000", expect: "100-continue" };
    const endless = { "transfer-encoding": "chunked" };
    return both(
      await tryEach(FILLED, async (path) => {
        return (await browser.ask(path, { method: "POST", headers: long })).status !== 413;
      }),
      await tryEach(FILLED, async (path) => {
        const asked = { method: "POST", headers: endless, body: "a" };
        return (await browser.ask(path, asked)).status !== 411;
      }),
    );
  },
  "S11-stolen-cookie: A copied cookie goes on after its owner signed out": async (target) => {
    const browser = await browserOf(target, await newVictim());
    const thief = new ConsoleBrowser(target.consoleUrl);
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    const before = await thief.ask("/events");
    if (before.status !== 200)
      throw new Error(`The cookie was worth nothing before: ${before.status}.`);
    await browser.signOut();
    const { status, body } = await thief.ask("/events");
    const isIn = status === 200 && !body.includes("/sign-in");
    return { succeeded: isIn, seen: `After signing out the cookie got ${status}.` };
  },
  // What the operators and the user's customer see of it.
  "S15-unseen: Guessing leaves no trace": async ({ consoleUrl, logDirectory }) => {
    const { email, userId } = await newVictim();
    const startedAt = new Date();
    await guessAt(consoleUrl, email, 8);
    await db().throttle.deleteMany();
    const log = await readFile(join(logDirectory, "console.log"), "utf8");
    const lines = log.split("\n").filter((line) => line.includes(userId));
    const unseen = ["sign-in.failed", "sign-in.throttled"].filter(
      (event) => !lines.some((line) => line.includes(`"event":"${event}"`)),
    );
    const audited = await db().auditEntry.count({
      where: { at: { gte: startedAt }, customer: { memberships: { some: { userId } } } },
    });
    const missing = unseen.join(" ") || "nothing";
    const seen = `Missing in the log: ${missing}; in the audit log: ${audited}.`;
    return { succeeded: unseen.length > 0 || audited === 0, seen };
  },
  "S16-common-password: A password is taken that is tried among the first": async () =>
    tryEach(COMMON, (password) => isTaken(newVictim(password))),
  "S24-cheap-hash: Guessing with a copy of the database": async () => {
    const { userId } = await newVictim();
    const { passwordHash } = await db().user.findUniqueOrThrow({ where: { id: userId } });
    const [, N, r, p] = passwordHash.split("$").map(Number);
    const bytes = 128 * (N ?? 0) * (r ?? 0) * (p ?? 0);
    return { succeeded: bytes < 128 * 1_048_576, seen: `A hash takes ${bytes / 1_048_576} MB.` };
  },
  "S26-tell-users: Sign-up tells whether an address has a user": async () => {
    const ask = (email: string) =>
      requestSignUp({ email }, ADDRESS).then(
        ({ settled, ...told }) => settled.then(() => JSON.stringify(told)),
        (error: Error) => error.message,
      );
    const known = await ask((await newVictim()).email);
    const unknown = await ask(`${crypto.randomUUID()}@example.com`);
    const isTold = known !== unknown;
    const seen = isTold ? `Told apart: ${known}, ${unknown}.` : "Both get the same answer.";
    return { succeeded: isTold, seen };
  },
});
