import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadServiceContext, loadSessionUser } from "@/lib/auth/load-context";
import { db, disconnectDb } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import { removeMember } from "@/lib/services/people/membership/remove";
import { startSession } from "@/lib/services/people/session/start-session";
import { beginTotp } from "@/lib/services/people/totp/set-up";
import { changePassword } from "@/lib/services/people/user/change-password";
import { addTestMember, auditSentences, createTestCustomer } from "@/test/customer";
import {
  newAddress,
  newEmail,
  OTHER_PASSWORD,
  outboxOfEachTest,
  PASSWORD,
  tokenIn,
} from "@/test/people";
import { securityLogOfEachTest } from "@/test/security-log";
import {
  type Account,
  CLIENT,
  signInAt,
  startIdentityProvider,
} from "@/tools/attack/identity-provider";
import { beginSingleSignOn } from "./begin";
import { confirmSingleSignOn, findConfirmation } from "./confirm";
import { finishSingleSignOn } from "./finish";
import { removeProvider, setProvider } from "./provider";
import { setSignInRule } from "./set-rule";

const outbox = outboxOfEachTest();
const log = securityLogOfEachTest();
const CONSOLE = "http://console.example";

afterAll(disconnectDb);

type Provider = Awaited<ReturnType<typeof startIdentityProvider>>;
let accounts: Map<string, Account>;
let provider: Provider;
let owner: ServiceContext;
/** A host that is proven to be the owner's. */
let domain: string;
const open: Provider[] = [];

async function start(idTokenSeconds = 600): Promise<Provider> {
  const redirectUri = `${CONSOLE}/single-sign-on/callback`;
  const started = await startIdentityProvider({ redirectUri, accounts, idTokenSeconds });
  open.push(started);
  return started;
}

beforeEach(async () => {
  vi.stubEnv("CONSOLE_URL", CONSOLE);
  vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "127.0.0.1");
  accounts = new Map();
  [provider, owner] = [await start(), await createTestCustomer()];
  domain = await newProvenDomain(owner);
  await set(owner, provider);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((one) => one.close()));
});

function set(context: ServiceContext, { issuer }: Provider, joins = false) {
  return setProvider(context, { issuer, ...CLIENT, joins, defaultRole: "operator" });
}

/** A host that showed that it is the customer's. */
async function newProvenDomain({ customer }: ServiceContext): Promise<string> {
  const host = `${crypto.randomUUID()}.example`;
  const claim = { customerId: customer.id, host, verifiedHost: host, token: "x" };
  await db().customerHost.create({ data: { id: newId("customerHost"), ...claim } });
  return host;
}

/** Makes an account at the provider, with an address of its own at the proven domain. */
function newAccount(changed: Partial<Account> = {}): { sub: string; email: string } {
  const account = {
    email: `${crypto.randomUUID()}@${domain}`,
    email_verified: true,
    name: "Bo",
    ...changed,
  };
  const sub = crypto.randomUUID();
  accounts.set(sub, account);
  return { sub, email: account.email };
}

const begin = (context = owner) =>
  beginSingleSignOn({ customerId: context.customer.wireId, next: "/rules" }, newAddress());
const finish = (token: string, back: URL) =>
  finishSingleSignOn({ token, query: back.searchParams }, newAddress());

/** Comes through the provider: null where the address has to confirm it first. */
async function tryToCome(sub: string, context = owner) {
  const { url, token } = await begin(context);
  return finish(token, await signInAt(url, sub));
}

async function come(sub: string, context = owner) {
  const end = await tryToCome(sub, context);
  if (end === null) throw new Error("The address was asked by e-mail.");
  return end;
}

async function invite(email: string, context = owner): Promise<void> {
  await db().invitation.create({
    data: {
      id: newId("invitation"),
      customerId: context.customer.id,
      email,
      role: "viewer",
      tokenHash: crypto.randomUUID(),
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
}

/** The link of the newest e-mail to an address. */
async function linkMailedTo(email: string): Promise<string> {
  return tokenIn((await outbox.mailsTo(email)).at(-1) ?? "");
}

async function member(
  context: ServiceContext,
  email: string,
  role: "operator" | "owner" = "operator",
) {
  const added = await addTestMember(context, role, "Bo");
  await db().user.update({ where: { id: added.actor.id }, data: { email } });
  return added.actor.id;
}

/** A session that begins so, as its cookie names it. */
async function sessionOf(end: Awaited<ReturnType<typeof come>>) {
  const { user, method, ssoCustomerId, provenAt } = end;
  const address = newAddress();
  const sessionId = await startSession({
    user,
    method,
    ssoCustomerId,
    provenAt,
    userAgent: "",
    address,
  });
  const claims = { userId: user.id, customerId: ssoCustomerId, sessionId };
  return { claims, me: { userId: user.id, sessionId, address } };
}

const REFUSED = { code: "forbidden" };
const GONE = { code: "precondition_failed" };

describe("who comes through the provider", () => {
  test("is the member with the verified address, and from then on the same one whatever the address becomes", async () => {
    const { sub, email } = newAccount();
    const userId = await member(owner, email);
    const end = await come(sub);
    expect(end).toMatchObject({ user: { id: userId }, method: "single-sign-on", next: "/rules" });
    expect(end.provenAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    accounts.set(sub, { email: newEmail(), email_verified: false, name: "Bo" });
    expect((await come(sub)).user.id).toBe(userId);
  });

  test("is not let in with an address that is not verified, or as a stranger, and nothing is made of them", async () => {
    const known = newAccount({ email_verified: false });
    await member(owner, known.email);
    await expect(come(known.sub)).rejects.toMatchObject(REFUSED);
    const stranger = newAccount();
    await expect(come(stranger.sub)).rejects.toMatchObject(REFUSED);
    expect(await db().user.count({ where: { email: stranger.email } })).toBe(0);
    expect(log().filter(({ event }) => event === "single-sign-on.refused")).toHaveLength(2);
  });

  test("does not get the user whom somebody else at the provider is, also with the same address", async () => {
    const first = newAccount();
    await member(owner, first.email);
    await come(first.sub);
    const second = newAccount({ email: first.email });
    await expect(come(second.sub)).rejects.toMatchObject(REFUSED);
  });

  test("joins as invited, or at a proven domain where the customer says so, and never as an owner by that", async () => {
    const invited = newAccount();
    await invite(invited.email);
    const { user } = await come(invited.sub);
    const here = newAccount();
    await expect(come(here.sub)).rejects.toMatchObject(REFUSED);
    await set(owner, provider, true);
    const where = { verifiedHost: domain };
    const { id } = await db().customerHost.findUniqueOrThrow({ where });
    await db().customerHost.update({ where: { id }, data: { verifiedHost: null } });
    await expect(come(here.sub)).rejects.toMatchObject(REFUSED);
    await db().customerHost.update({ where: { id }, data: where });
    const sub = newAccount({ email: `bo@sub.${domain}` });
    await expect(come(sub.sub)).rejects.toMatchObject(REFUSED);
    const joined = await come(here.sub);
    const roles = await db().membership.findMany({ where: { customerId: owner.customer.id } });
    const roleOf = (userId: string) => roles.find((one) => one.userId === userId)?.role;
    expect([roleOf(user.id), roleOf(joined.user.id)]).toEqual(["viewer", "operator"]);
    expect(await auditSentences(owner)).toContain("Bo joined as operator through single sign-on");
    const asOwner = {
      issuer: provider.issuer,
      ...CLIENT,
      joins: true,
      defaultRole: "owner",
    } as const;
    await expect(setProvider(owner, asOwner)).rejects.toThrow("The owner role can't be granted");
  });

  test("is known at that customer alone, and cannot change how they sign in: no provider opens another customer", async () => {
    const victim = await createTestCustomer();
    const { sub, email } = newAccount();
    await db().user.update({ where: { id: victim.actor.id }, data: { email } });
    await db().membership.create({
      data: {
        id: newId("membership"),
        userId: victim.actor.id,
        customerId: owner.customer.id,
        role: "viewer",
      },
    });
    const { claims, me } = await sessionOf(await come(sub));
    expect((await loadServiceContext(claims)).customer.id).toBe(owner.customer.id);
    expect((await loadSessionUser(claims)).memberships).toHaveLength(1);
    const elsewhere = { ...claims, customerId: victim.customer.id };
    await expect(loadServiceContext(elsewhere)).rejects.toMatchObject(REFUSED);
    await expect(beginTotp(me)).rejects.toMatchObject(REFUSED);
    const change = { current: PASSWORD, password: OTHER_PASSWORD };
    await expect(changePassword(me, change)).rejects.toMatchObject(REFUSED);
  });
});

describe("at a domain that is not proven to be the customer's", () => {
  test("an invited user is a member once whoever reads their e-mails says so, and not before", async () => {
    const victim = await createTestCustomer();
    const { sub, email } = newAccount({ email: newEmail() });
    await db().user.update({ where: { id: victim.actor.id }, data: { email } });
    await invite(email);
    expect(await tryToCome(sub)).toBeNull();
    expect(await tryToCome(sub)).toBeNull();
    const where = { customerId: owner.customer.id, userId: victim.actor.id };
    expect(await db().membership.count({ where })).toBe(0);
    expect(await db().userIdentity.count({ where })).toBe(0);
    const token = await linkMailedTo(email);
    expect(await findConfirmation({ token })).toEqual({
      email,
      issuer: provider.issuer,
      customerName: owner.customer.name,
      customerId: owner.customer.wireId,
    });
    await confirmSingleSignOn({ token }, newAddress());
    expect((await come(sub)).user.id).toBe(victim.actor.id);
    expect(await db().membership.findFirst({ where })).toMatchObject({ role: "viewer" });
    await expect(confirmSingleSignOn({ token }, newAddress())).rejects.toMatchObject(GONE);
  });

  test("a member too: nobody acts in their name because a provider knows their address", async () => {
    const { sub, email } = newAccount({ email: newEmail() });
    const userId = await member(owner, email);
    expect(await tryToCome(sub)).toBeNull();
    await confirmSingleSignOn({ token: await linkMailedTo(email) }, newAddress());
    expect((await come(sub)).user.id).toBe(userId);
  });

  test("nobody becomes a user by somebody else's sign-in, and strangers get no e-mail", async () => {
    const [invited, stranger] = [
      newAccount({ email: newEmail() }),
      newAccount({ email: newEmail() }),
    ];
    await invite(invited.email);
    expect(await tryToCome(invited.sub)).toBeNull();
    await expect(tryToCome(stranger.sub)).rejects.toMatchObject(REFUSED);
    const emails = [invited.email, stranger.email];
    expect(await db().user.count({ where: { email: { in: emails } } })).toBe(0);
    expect(await outbox.mailsTo(stranger.email)).toEqual([]);
  });

  test("a link counts while the invitation and the provider stand, and an address gets three in an hour", async () => {
    const { sub, email } = newAccount({ email: newEmail() });
    await invite(email);
    expect(await tryToCome(sub)).toBeNull();
    const first = await linkMailedTo(email);
    await db().invitation.deleteMany({ where: { email } });
    await expect(confirmSingleSignOn({ token: first }, newAddress())).rejects.toMatchObject(
      REFUSED,
    );
    await invite(email);
    expect(await tryToCome(sub)).toBeNull();
    const second = await linkMailedTo(email);
    expect(await tryToCome(sub)).toBeNull();
    await expect(tryToCome(sub)).rejects.toMatchObject({ code: "limit_exceeded" });
    await set(owner, await start());
    await expect(confirmSingleSignOn({ token: second }, newAddress())).rejects.toMatchObject(GONE);
  });

  test("somebody whom the customer removed is asked anew, and their sessions through it are over", async () => {
    const { sub, email } = newAccount({ email: newEmail() });
    const userId = await member(owner, email);
    expect(await tryToCome(sub)).toBeNull();
    await confirmSingleSignOn({ token: await linkMailedTo(email) }, newAddress());
    const { claims } = await sessionOf(await come(sub));
    const where = { userId_customerId: { userId, customerId: owner.customer.id } };
    const { id: membershipId } = await db().membership.findUniqueOrThrow({ where });
    await removeMember(owner, { membershipId });
    await expect(loadSessionUser(claims)).rejects.toMatchObject({ code: "unauthenticated" });
    await invite(email);
    expect(await tryToCome(sub)).toBeNull();
    expect(await db().membership.count({ where: { userId } })).toBe(0);
  });
});

describe("an answer of the provider", () => {
  test("counts once, in the browser that began, for the sign-in that it is for", async () => {
    const { sub, email } = newAccount();
    await member(owner, email);
    const [first, second] = [await begin(), await begin()];
    const back = await signInAt(first.url, sub);
    await expect(finish(second.token, back)).rejects.toMatchObject({ code: "precondition_failed" });
    const stolen = new URL(back);
    stolen.searchParams.set("state", second.token);
    await expect(finish(second.token, stolen)).rejects.toMatchObject(REFUSED);
    const third = await begin();
    const again = await signInAt(third.url, sub);
    await finish(third.token, again);
    await expect(finish(third.token, again)).rejects.toMatchObject({ code: "precondition_failed" });
  });

  test("with another nonce, or an id token that has expired, confirms nobody", async () => {
    const { sub, email } = newAccount();
    await member(owner, email);
    const { url, token } = await begin();
    const back = await signInAt(url, sub);
    const rows = await db().signInChallenge.findMany({ where: { purpose: "single-sign-on" } });
    for (const { tokenHash, data } of rows) {
      const changed = { ...Object(data), nonce: "another" };
      await db().signInChallenge.update({ where: { tokenHash }, data: { data: changed } });
    }
    await expect(finish(token, back)).rejects.toMatchObject(REFUSED);
    await set(owner, await start(-3_600));
    await expect(come(sub)).rejects.toMatchObject(REFUSED);
  });

  test("of another issuer, or none at all, says that the provider does not answer", async () => {
    const port = new URL(provider.issuer).port;
    vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "127.0.0.1,localhost");
    await set(owner, { ...provider, issuer: `http://localhost:${port}` });
    await expect(begin()).rejects.toMatchObject({ code: "unavailable" });
    await set(owner, provider);
    const { sub, email } = newAccount();
    await member(owner, email);
    const { url, token } = await begin();
    const back = await signInAt(url, sub);
    await provider.close();
    open.length = 0;
    await expect(finish(token, back)).rejects.toMatchObject({ code: "unavailable" });
    await expect(begin()).rejects.toMatchObject({ code: "unavailable" });
  });

  test("of a provider that was replaced meanwhile counts for nothing, and its sessions end", async () => {
    const { sub, email } = newAccount();
    await member(owner, email);
    const { claims } = await sessionOf(await come(sub));
    const { url, token } = await begin();
    const back = await signInAt(url, sub);
    await set(owner, await start());
    await expect(finish(token, back)).rejects.toMatchObject({ code: "precondition_failed" });
    await expect(loadSessionUser(claims)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "nothing", ""])(
    "whose address for signing in is %j sends no browser there",
    async (endpoint) => {
      const server = createServer((_request, response) => {
        const metadata = { issuer, authorization_endpoint: endpoint, jwks_uri: `${issuer}/keys` };
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(metadata));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      // The server listens on TCP, so its address is no path.
      const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await set(owner, { ...provider, issuer });
      await expect(begin()).rejects.toMatchObject({ code: "unavailable" });
      await new Promise((resolve) => server.close(resolve));
    },
  );

  test("is asked for at public addresses only, whatever a customer stores", async () => {
    vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "");
    await expect(set(owner, provider)).rejects.toThrow("ALLOWED_PRIVATE_HOSTS");
    await expect(begin()).rejects.toMatchObject({ code: "unavailable" });
    await expect(begin(await createTestCustomer())).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("what a customer asks everybody to show", () => {
  const weak = (context: ServiceContext) =>
    startSession({ user: context.actor, userAgent: "", address: newAddress() });
  const claimsOf = (context: ServiceContext, sessionId: string) => ({
    userId: context.actor.id,
    customerId: context.customer.id,
    sessionId,
  });

  test("a second factor: a password alone shows nothing of the customer from the next request on", async () => {
    const bo = await addTestMember(owner, "operator", "Bo");
    const claims = claimsOf(bo, await weak(bo));
    await loadServiceContext(claims);
    await setSignInRule(owner, { rule: "second-factor" });
    const where = { customerId: owner.customer.id, verb: "customer.set-sign-in-rule" };
    expect(await db().auditEntry.findFirst({ where })).toMatchObject({
      details: { from: "any", to: "second-factor" },
    });
    await expect(loadServiceContext(claims)).rejects.toMatchObject(REFUSED);
    expect(await loadSessionUser(claims)).toMatchObject({
      current: null,
      lack: { what: "second-factor" },
    });
    await db().session.update({ where: { id: claims.sessionId }, data: { isStrong: true } });
    await loadServiceContext(claims);
    const { sub, email } = newAccount();
    await member(owner, email);
    await loadServiceContext((await sessionOf(await come(sub))).claims);
  });

  test("single sign-on: nothing else lets anybody in but owners with two things, and the log says so", async () => {
    const bo = await addTestMember(owner, "admin", "Bo");
    const session = claimsOf(bo, await weak(bo));
    await setSignInRule(owner, { rule: "single-sign-on" });
    await db().session.update({ where: { id: session.sessionId }, data: { isStrong: true } });
    await expect(loadServiceContext(session)).rejects.toMatchObject(REFUSED);
    const own = claimsOf(owner, await weak(owner));
    await expect(loadServiceContext(own)).rejects.toMatchObject(REFUSED);
    await db().session.update({ where: { id: own.sessionId }, data: { isStrong: true } });
    await loadServiceContext(own);
    expect(await auditSentences(owner)).toContain(
      "Ana signed in without single sign-on, as owners can",
    );
    await expect(removeProvider(owner)).rejects.toMatchObject({ code: "precondition_failed" });
  });

  test("is not set by who would shut themselves out, nor by anybody but owners", async () => {
    const sessionId = await weak(owner);
    const asked = { ...owner, signIn: { sessionId, provenAt: new Date() } };
    await expect(setSignInRule(asked, { rule: "second-factor" })).rejects.toMatchObject({
      code: "invalid",
      fields: { rule: expect.stringContaining("your own account") },
    });
    const admin = await addTestMember(owner, "admin", "Bo");
    await expect(setSignInRule(admin, { rule: "any" })).rejects.toMatchObject(REFUSED);
    await expect(set(admin, provider)).rejects.toMatchObject(REFUSED);
    const none = await createTestCustomer();
    await expect(setSignInRule(none, { rule: "single-sign-on" })).rejects.toMatchObject({
      code: "invalid",
    });
  });
});
