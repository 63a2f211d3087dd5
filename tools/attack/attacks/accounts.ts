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
import { type AttackResult, attacksOn, isTaken, type Target } from "../attack";
import { becomeCustomer } from "../attacker";
import { ATTACKERS_ADDRESS } from "../attackers-host";
import { ConsoleBrowser } from "../console-browser";
import { honestSignIn } from "../honest";
import { type Account, CLIENT, signInAt, startIdentityProvider } from "../identity-provider";
import { browserOf, newVictim, PASSWORD, type Victim } from "../victim";

const ADDRESS = "192.0.2.9";
const SESSION_COOKIE = "stanchion-sign-in";

/** A customer with a provider of its own, at which anybody is whoever the customer likes. */
async function withProvider<Result>(
  target: Target,
  act: (
    owner: ServiceContext,
    come: (account: Account) => Promise<ConsoleBrowser>,
  ) => Promise<Result>,
): Promise<Result> {
  const owner = await becomeCustomer(target);
  const accounts = new Map<string, Account>();
  const redirectUri = `${target.consoleUrl}/single-sign-on/callback`;
  const provider = await startIdentityProvider({
    redirectUri,
    accounts,
    address: ATTACKERS_ADDRESS,
  });
  const settings = { issuer: provider.issuer, ...CLIENT, joins: true } as const;
  await setProvider(owner, { ...settings, defaultRole: "operator" });
  /** Signs in there and comes back to the running console, as a browser does. */
  const come = async (account: Account) => {
    const sub = crypto.randomUUID();
    accounts.set(sub, account);
    const begun = { customerId: owner.customer.wireId, next: "/events" };
    const { url, token } = await beginSingleSignOn(begun, ADDRESS);
    const back = await signInAt(url, sub);
    const browser = new ConsoleBrowser(target.consoleUrl);
    browser.cookies.set("stanchion-single-sign-on", token);
    await browser.ask(`${back.pathname}${back.search}`);
    return browser;
  };
  try {
    return await act(owner, come);
  } finally {
    await provider.close();
  }
}

/** People at a domain that the customer has proven come through its provider. */
async function honestSingleSignOn(target: Target): Promise<void> {
  await withProvider(target, async (owner, come) => {
    const host = `${owner.customer.wireId}.example`;
    const proven = { customerId: owner.customer.id, host, verifiedHost: host, token: "x" };
    await db().customerHost.create({ data: { id: newId("customerHost"), ...proven } });
    const browser = await come({ email: `bo@${host}`, email_verified: true, name: "Bo" });
    const { status } = await browser.ask("/events");
    if (!browser.cookies.has(SESSION_COOKIE) || status !== 200) {
      throw new Error(`Somebody of a proven domain was answered ${status}.`);
    }
  });
}

async function becomeTheVictim(target: Target): Promise<AttackResult> {
  const { email, userId } = await newVictim(target);
  return withProvider(target, async (owner, come) => {
    await createInvitation(owner, { email, role: "operator" });
    const browser = await come({ email, email_verified: true, name: "Vic" });
    const isIn = browser.cookies.has(SESSION_COOKIE);
    const memberships = await db().membership.count({
      where: { userId, customerId: owner.customer.id },
    });
    return {
      succeeded: isIn || memberships > 0,
      seen: `The attacker's provider began ${isIn ? "a" : "no"} session; ${memberships} memberships.`,
    };
  });
}

/** The session that a browser has, as the console's verbs take it. */
async function newestSession({ userId }: Victim, ssoCustomerId: string | null): Promise<SignedIn> {
  const session = await db().session.findFirstOrThrow({
    where: { userId, ssoCustomerId },
    orderBy: { createdAt: "desc" },
  });
  return { userId, sessionId: session.id, address: ADDRESS };
}

async function reachBeyond(target: Target): Promise<AttackResult> {
  const victim = await newVictim(target);
  const own = await browserOf(target, victim);
  const mine = await newestSession(victim, null);
  return withProvider(target, async (owner, come) => {
    // The victim has joined: what is tried is how far a session of this customer's provider reaches.
    const { id: customerId } = owner.customer;
    const member = { userId: victim.userId, customerId, role: "operator" } as const;
    await db().membership.create({ data: { id: newId("membership"), ...member } });
    const host = victim.email.slice(victim.email.indexOf("@") + 1);
    await db().customerHost.deleteMany({ where: { verifiedHost: host } });
    const proven = { customerId, host, verifiedHost: host, token: "x" };
    await db().customerHost.create({ data: { id: newId("customerHost"), ...proven } });
    const browser = await come({ email: victim.email, email_verified: true, name: "Vic" });
    await db().customerHost.deleteMany({ where: { verifiedHost: host } });
    if (!browser.cookies.has(SESSION_COOKIE))
      throw new Error("There was no session to reach from.");
    const me = await newestSession(victim, customerId);
    const reached: string[] = [];
    const seen = (await listSessions(me)).map(({ sessionId }) => sessionId);
    if (seen.includes(mine.sessionId)) reached.push("saw the others");
    await endOtherSessions(me);
    if ((await own.ask("/events")).status !== 200) reached.push("ended the others");
    if (await isTaken(proveByPassword(me, { password: PASSWORD })))
      reached.push("proved by the password");
    for (let guess = 0; guess < 6; guess += 1) {
      await proveByPassword(me, { password: "wrong" }).catch(() => undefined);
    }
    await proveByPassword(mine, { password: PASSWORD }).catch(() => reached.push("spent attempts"));
    const told = await db().auditEntry.count({
      where: {
        customerId: victim.customerId,
        verb: "user.sign-in",
        details: { path: ["method"], equals: "single-sign-on" },
      },
    });
    if (told > 0) reached.push("stands in the log of another customer");
    return {
      succeeded: reached.length > 0,
      seen: `It ${reached.join(", ") || "reached nothing"}.`,
    };
  });
}

/** Somebody with a second factor, in a session that is no longer fresh. */
async function withSecondFactor(target: Target) {
  const victim = await newVictim(target);
  const { userId } = victim;
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

async function honestProof(target: Target): Promise<void> {
  const { me, recoveryCodes } = await withSecondFactor(target);
  await proveByCode(me, { code: recoveryCodes[0] ?? "" });
  await removeTotp(me);
}

async function removeFactorByPassword(target: Target): Promise<AttackResult> {
  const { me } = await withSecondFactor(target);
  const proved = await isTaken(proveByPassword(me, { password: PASSWORD }));
  await removeTotp(me).catch(() => undefined);
  const left = await db().totpFactor.count({ where: { userId: me.userId } });
  return {
    succeeded: proved || left === 0,
    seen: `The password ${proved ? "was" : "was not"} proof; ${left} factor is left.`,
  };
}

/** What becomes of a browser that begins at a provider whose address for signing in is this. */
async function beginAt(target: Target, endpointOf: (issuer: string) => string): Promise<string> {
  const owner = await becomeCustomer(target);
  let issuer = "";
  const provider = await serve((_request, response) => {
    const metadata = { issuer, authorization_endpoint: endpointOf(issuer) };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ ...metadata, jwks_uri: `${issuer}/keys` }));
  }, ATTACKERS_ADDRESS);
  issuer = `http://${ATTACKERS_ADDRESS}:${provider.port}`;
  try {
    const settings = { issuer, ...CLIENT, joins: false, defaultRole: "viewer" } as const;
    await setProvider(owner, settings);
    const begun = { customerId: owner.customer.wireId, next: "/events" };
    return (await beginSingleSignOn(begun, ADDRESS)).url;
  } finally {
    await provider.close();
  }
}

async function honestProvider(target: Target): Promise<void> {
  const url = await beginAt(target, (issuer) => `${issuer}/authorize`);
  if (!url.startsWith(`http://${ATTACKERS_ADDRESS}:`)) throw new Error(`It leads to ${url}.`);
}

async function leadToScript(target: Target): Promise<AttackResult> {
  const outcomes: string[] = [];
  for (const endpoint of ["javascript:alert(1)", "data:text/html,x", "nothing"]) {
    const outcome = await beginAt(target, () => endpoint).then(
      (url) => url,
      (error: { code?: string }) => error.code ?? "an error without a code",
    );
    outcomes.push(outcome);
  }
  return {
    succeeded: outcomes.some((outcome) => outcome !== "unavailable"),
    seen: `Ended in ${outcomes.join(", ")}.`,
  };
}

function act(browser: ConsoleBrowser, origin: string) {
  return browser.ask("/events", {
    method: "POST",
    headers: { origin, "next-action": "0".repeat(42), "content-type": "text/plain;charset=UTF-8" },
    body: "[]",
  });
}

/** An action of the console's own site gets as far as the action. */
async function honestAction(target: Target): Promise<void> {
  const browser = await browserOf(target, await newVictim(target));
  const { status } = await act(browser, new URL(target.consoleUrl).origin);
  if (status === 403 || status >= 500 || status === 0) {
    throw new Error(`An action of its own site was answered ${status}.`);
  }
}

async function actFromElsewhere(target: Target): Promise<AttackResult> {
  const browser = await browserOf(target, await newVictim(target));
  const origins = ["https://elsewhere.example", "null", `${target.consoleUrl}.elsewhere.example`];
  const statuses = [];
  for (const origin of origins) statuses.push((await act(browser, origin)).status);
  return {
    succeeded: statuses.some((status) => status !== 403),
    seen: `Actions of other sites were answered ${statuses.join(", ")}.`,
  };
}

/** What an account is reached by besides its password. */
export const ACCOUNT_ATTACKS = [
  ...attacksOn(honestSingleSignOn, {
    "S30-become-anybody": [
      "An owner invites a stranger's address and signs in as them at a provider of their own",
      becomeTheVictim,
    ],
  }),
  ...attacksOn(honestSignIn, {
    "S30-reach-beyond": [
      "A session by one customer's provider reaches the user's other sessions and customers",
      reachBeyond,
    ],
  }),
  ...attacksOn(honestProof, {
    "S33-password-alone": [
      "Whoever has learned the password removes the second factor in an open session",
      removeFactorByPassword,
    ],
  }),
  ...attacksOn(honestProvider, {
    "S37-provider-script": [
      "A provider names a script as its address for signing in",
      leadToScript,
    ],
  }),
  ...attacksOn(honestAction, {
    "S37-foreign-action": ["Another site sends a server action to the console", actFromElsewhere],
  }),
];
