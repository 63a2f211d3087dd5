import { db } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import { replaceRecoveryCodes } from "@/lib/services/people/factor/recovery-codes";
import { createInvitation } from "@/lib/services/people/invitation/create";
import { endOtherSessions } from "@/lib/services/people/session/end";
import { listSessions } from "@/lib/services/people/session/list";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import { startSession } from "@/lib/services/people/session/start-session";
import { proveByCode } from "@/lib/services/people/sign-in/prove-by-code";
import { proveByPassword } from "@/lib/services/people/sign-in/prove-by-password";
import { beginSingleSignOn } from "@/lib/services/people/single-sign-on/begin";
import { setProvider } from "@/lib/services/people/single-sign-on/provider";
import { removeTotp } from "@/lib/services/people/totp/set-up";
import { serve } from "../../shared/serve";
import { attacksOn, codeOf, isTaken, type Target, tryEach } from "../attack";
import { ConsoleBrowser } from "../console-browser";
import { type Account, CLIENT, signInAt, startIdentityProvider } from "../identity-provider";
import {
  ATTACKERS_ADDRESS,
  becomeCustomer,
  browserOf,
  honestSignIn,
  newVictim,
  PASSWORD,
  type Victim,
} from "../people";

const ADDRESS = "192.0.2.9";
const SESSION_COOKIE = "stanchion-sign-in";

function beginAt({ customer }: ServiceContext) {
  return beginSingleSignOn({ customerId: customer.wireId, next: "/events" }, ADDRESS);
}

/** A customer with a provider of its own, at which anybody is whoever the customer likes. */
async function openProvider(target: Target) {
  const owner = await becomeCustomer();
  const accounts = new Map<string, Account>();
  const redirectUri = `${target.consoleUrl}/single-sign-on/callback`;
  const { issuer } = target.closing(
    await startIdentityProvider({ redirectUri, accounts, address: ATTACKERS_ADDRESS }),
  );
  await setProvider(owner, { issuer, ...CLIENT, joins: true, defaultRole: "operator" });
  const come = async (email: string) => {
    const sub = crypto.randomUUID();
    accounts.set(sub, { email, email_verified: true, name: "Vic" });
    const { url, token } = await beginAt(owner);
    const back = await signInAt(url, sub);
    const browser = new ConsoleBrowser(target.consoleUrl);
    browser.cookies.set("stanchion-single-sign-on", token);
    await browser.ask(`${back.pathname}${back.search}`);
    return browser;
  };
  return { owner, customerId: owner.customer.id, come };
}

async function proveHost(customerId: string, host: string): Promise<void> {
  const proven = { customerId, host, verifiedHost: host, token: "x" };
  await db().customerHost.create({ data: { id: newId("customerHost"), ...proven } });
}

async function honestSingleSignOn(target: Target): Promise<void> {
  const { owner, customerId, come } = await openProvider(target);
  const host = `${owner.customer.wireId}.example`;
  await proveHost(customerId, host);
  const browser = await come(`bo@${host}`);
  const { status } = await browser.ask("/events");
  if (!browser.cookies.has(SESSION_COOKIE) || status !== 200)
    throw new Error(`Somebody of a proven domain was answered ${status}.`);
}

async function newestSession({ userId }: Victim, ssoCustomerId: string | null): Promise<SignedIn> {
  const session = await db().session.findFirstOrThrow({
    where: { userId, ssoCustomerId },
    orderBy: { createdAt: "desc" },
  });
  return { userId, sessionId: session.id, address: ADDRESS };
}

/** A session of the victim that a provider of another customer has begun, whom the victim has joined. */
async function sessionFromElsewhere(target: Target, victim: Victim): Promise<SignedIn> {
  const { customerId, come } = await openProvider(target);
  const member = { userId: victim.userId, customerId, role: "operator" } as const;
  await db().membership.create({ data: { id: newId("membership"), ...member } });
  const host = victim.email.slice(victim.email.indexOf("@") + 1);
  const forget = () => db().customerHost.deleteMany({ where: { verifiedHost: host } });
  await forget();
  await proveHost(customerId, host);
  const browser = await come(victim.email);
  await forget();
  if (!browser.cookies.has(SESSION_COOKIE)) throw new Error("There was no session to reach from.");
  return newestSession(victim, customerId);
}

/** Somebody with a second factor, in a session that is no longer fresh. */
async function withSecondFactor() {
  const { userId } = await newVictim();
  const recoveryCodes = await db().$transaction(async (tx) => {
    await tx.totpFactor.create({ data: { userId, sealed: "x", confirmedAt: new Date() } });
    return replaceRecoveryCodes(tx, userId);
  });
  const user = { id: userId, name: "Vic" };
  const sessionId = await startSession({ user, userAgent: "", address: ADDRESS, method: "code" });
  const provenAt = new Date(Date.now() - 3_600_000);
  await db().session.update({ where: { id: sessionId }, data: { provenAt } });
  return { me: { userId, sessionId, address: ADDRESS }, recoveryCodes };
}

async function honestProof(): Promise<void> {
  const { me, recoveryCodes } = await withSecondFactor();
  await proveByCode(me, { code: recoveryCodes[0] ?? "" });
  await removeTotp(me);
}

async function beginWith(target: Target, endpoint?: string): Promise<string> {
  const owner = await becomeCustomer();
  let issuer = "";
  const provider = await serve(
    (_request, response) => {
      const authorization_endpoint = endpoint ?? `${issuer}/authorize`;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ issuer, authorization_endpoint, jwks_uri: `${issuer}/keys` }));
    },
    { host: ATTACKERS_ADDRESS },
  );
  target.closing(provider);
  issuer = `http://${ATTACKERS_ADDRESS}:${provider.port}`;
  await setProvider(owner, { issuer, ...CLIENT, joins: false, defaultRole: "viewer" });
  return (await beginAt(owner)).url;
}

async function honestProvider(target: Target): Promise<void> {
  const url = await beginWith(target);
  if (!url.startsWith(`http://${ATTACKERS_ADDRESS}:`)) throw new Error(`It leads to ${url}.`);
}

function act(browser: ConsoleBrowser, origin: string) {
  return browser.ask("/events", {
    method: "POST",
    headers: { origin, "next-action": "0".repeat(42), "content-type": "text/plain;charset=UTF-8" },
    body: "[]",
  });
}

async function honestAction(target: Target): Promise<void> {
  const browser = await browserOf(target, await newVictim());
  const { status } = await act(browser, new URL(target.consoleUrl).origin);
  if (status === 403 || status >= 500 || status === 0)
    throw new Error(`An action of its own site was answered ${status}.`);
}

export const ACCOUNT_ATTACKS = [
  ...attacksOn(honestSingleSignOn, {
    "S30-become-anybody: An owner invites a stranger's address and signs in as them at a provider of their own":
      async (target) => {
        const { email, userId } = await newVictim();
        const { owner, customerId, come } = await openProvider(target);
        await createInvitation(owner, { email, role: "operator" });
        const isIn = (await come(email)).cookies.has(SESSION_COOKIE);
        const memberships = await db().membership.count({ where: { userId, customerId } });
        const seen = `It began ${isIn ? "a" : "no"} session; ${memberships} memberships.`;
        return { succeeded: isIn || memberships > 0, seen };
      },
  }),
  ...attacksOn(honestSignIn, {
    "S30-reach-beyond: A session by one customer's provider reaches the user's other sessions and customers":
      async (target) => {
        const victim = await newVictim();
        const own = await browserOf(target, victim);
        const mine = await newestSession(victim, null);
        const me = await sessionFromElsewhere(target, victim);
        const reached: string[] = [];
        const seen = (await listSessions(me)).map(({ sessionId }) => sessionId);
        if (seen.includes(mine.sessionId)) reached.push("saw the others");
        await endOtherSessions(me);
        if ((await own.ask("/events")).status !== 200) reached.push("ended the others");
        if (await isTaken(proveByPassword(me, { password: PASSWORD })))
          reached.push("proved by the password");
        for (let guess = 0; guess < 6; guess += 1)
          await proveByPassword(me, { password: "wrong" }).catch(() => undefined);
        if (!(await isTaken(proveByPassword(mine, { password: PASSWORD }))))
          reached.push("spent attempts");
        const details = { path: ["method"], equals: "single-sign-on" };
        const { customerId } = victim;
        const where = { customerId, verb: "user.sign-in", details };
        if ((await db().auditEntry.count({ where })) > 0)
          reached.push("stands in the log of another customer");
        const what = reached.join(", ") || "reached nothing";
        return { succeeded: reached.length > 0, seen: `It ${what}.` };
      },
  }),
  ...attacksOn(honestProof, {
    "S33-password-alone: Whoever has learned the password removes the second factor in an open session":
      async () => {
        const { me } = await withSecondFactor();
        const proved = await isTaken(proveByPassword(me, { password: PASSWORD }));
        await removeTotp(me).catch(() => undefined);
        const left = await db().totpFactor.count({ where: { userId: me.userId } });
        const seen = `The password ${proved ? "was" : "was not"} proof; ${left} factor is left.`;
        return { succeeded: proved || left === 0, seen };
      },
  }),
  ...attacksOn(honestProvider, {
    "S37-provider-script: A provider names a script as its address for signing in": async (
      target,
    ) =>
      tryEach(["javascript:alert(1)", "data:text/html,x", "nothing"], async (endpoint) => {
        return (await codeOf(beginWith(target, endpoint))) !== "unavailable";
      }),
  }),
  ...attacksOn(honestAction, {
    "S37-foreign-action: Another site sends a server action to the console": async (target) => {
      const browser = await browserOf(target, await newVictim());
      const elsewhere = "elsewhere.example";
      const origins = [`https://${elsewhere}`, "null", `${target.consoleUrl}.${elsewhere}`];
      return tryEach(origins, async (origin) => (await act(browser, origin)).status !== 403);
    },
  }),
];
