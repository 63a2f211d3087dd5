import { db } from "@/lib/db/client";
import type { Suspension } from "@/lib/domain/event/standing";
import { permissionsOfRole, type Role } from "@/lib/domain/permissions/roles";
import { lackOf, readSignInRule, type SignInLack } from "@/lib/domain/sign-in/methods";
import { standingOf } from "@/lib/services/event/settings/to-settings";
import type { ContextCustomer, ServiceContext } from "@/lib/services/ground/context";
import { forbidden, ServiceError } from "@/lib/services/ground/errors";
import { sharedReads } from "@/lib/services/ground/shared-reads";
import { reaches } from "@/lib/services/people/session/reach";
import { oldestValid } from "@/lib/services/people/session/session-limits";

/** What the sign-in cookie says. It is checked against the database on each request. */
export type SessionClaims = {
  readonly userId: string;
  readonly customerId: string | null;
  readonly sessionId: string;
};

export type SessionMembership = {
  readonly customer: ContextCustomer;
  readonly role: Role;
  /** What whoever runs the installation has done with the customer's events. */
  readonly suspension: Suspension | null;
  /** What this session has to show before it may work in the customer. */
  readonly lack: SignInLack | null;
};

/** The signed-in person with all their memberships, and the one in use. */
export type SessionUser = {
  readonly id: string;
  readonly sessionId: string;
  /** The customer whose single sign-on vouched for them; null for any other sign-in. */
  readonly ssoCustomerId: string | null;
  /** When they last proved in this session who they are. */
  readonly provenAt: Date | null;
  readonly name: string;
  readonly email: string;
  readonly memberships: readonly SessionMembership[];
  /** Null when they belong to no customer, no longer to the one in use, or when this session lacks something for it. */
  readonly current: SessionMembership | null;
  /** What the customer in use wants shown first; null when nothing is lacking. */
  readonly lack: {
    readonly customerName: string;
    /** On the wire. */
    readonly customerId: string;
    readonly what: SignInLack;
  } | null;
};

/**
 * Loads the person behind a sign-in from the database, for what changes something. Throws `unauthenticated` when its
 * session was ended, is too old, or nobody did anything with it for too long.
 */
export async function loadSessionUser(claims: SessionClaims | null): Promise<SessionUser> {
  if (claims === null) throw signInFirst();
  const begun = signIns.begin();
  const [session] = await findSessions([claims.sessionId]);
  if (session?.userId !== claims.userId) throw signInFirst();
  await noteUse(session);
  const user = toSessionUser(claims, session);
  signIns.keep(keyOf(claims), { user, lastSeenAt: session.lastSeenAt }, begun);
  return user;
}

/** The same for what only reads: up to ten seconds old, or as old as the last change that this process made. */
export async function loadReadingUser(claims: SessionClaims | null): Promise<SessionUser> {
  if (claims === null) throw signInFirst();
  const { user, lastSeenAt } = await knownSignIn(claims);
  await noteUse({ id: claims.sessionId, lastSeenAt });
  return user;
}

/** The same for what a page asks again and again by itself, which is no use of the session. */
export async function loadPolledUser(claims: SessionClaims | null): Promise<SessionUser> {
  if (claims === null) throw signInFirst();
  return (await knownSignIn(claims)).user;
}

const KEPT_MS = 10_000;
const NOTED_EVERY_MS = 60_000;

type SignIn = { readonly user: SessionUser; readonly lastSeenAt: Date };

const signIns = sharedReads<SignIn>("sign-ins", {
  keptMs: KEPT_MS,
  tagsOf: ({ user }) => [user.id, ...user.memberships.map(({ customer }) => customer.id)],
});

function keyOf({ userId, customerId, sessionId }: SessionClaims): string {
  return JSON.stringify([userId, customerId, sessionId]);
}

/**
 * Whoever has to be looked up takes along all who asked within the last ten seconds, so that a hundred open pages
 * cost one look at the database every ten seconds, not a hundred.
 */
async function knownSignIn(claims: SessionClaims): Promise<SignIn> {
  const key = keyOf(claims);
  askers.set(key, { claims, atMs: performance.now() });
  return signIns.get(key, async () => {
    const found = await nextLook();
    const session = found.sessions.get(claims.sessionId);
    if (session?.userId !== claims.userId) throw signInFirst();
    return { user: toSessionUser(claims, session), lastSeenAt: session.lastSeenAt };
  });
}

const ASKERS_MAX = 5_000;
const askers = new Map<string, { readonly claims: SessionClaims; readonly atMs: number }>();

type Look = { readonly sessions: ReadonlyMap<string, FoundSession> };
let look: Promise<Look> | null = null;

/** One look at the database for all who ask in the same turn. */
function nextLook(): Promise<Look> {
  look ??= Promise.resolve().then(() => {
    look = null;
    return lookAtAll();
  });
  return look;
}

async function lookAtAll(): Promise<Look> {
  const begun = signIns.begin();
  for (const [key, { atMs }] of askers) {
    if (begun.atMs - atMs > KEPT_MS || askers.size > ASKERS_MAX) askers.delete(key);
  }
  const asking = [...askers].map(([key, { claims }]) => ({ key, claims }));
  const rows = await findSessions(asking.map(({ claims }) => claims.sessionId));
  const sessions = new Map(rows.map((row) => [row.id, row]));
  for (const { key, claims } of asking) {
    const session = sessions.get(claims.sessionId);
    if (session?.userId !== claims.userId) continue;
    const signIn = { user: toSessionUser(claims, session), lastSeenAt: session.lastSeenAt };
    signIns.keep(key, signIn, begun);
  }
  return { sessions };
}

async function findSessions(ids: readonly string[]) {
  const { createdAt, lastSeenAt } = oldestValid(new Date());
  return db().session.findMany({
    where: { id: { in: [...ids] }, createdAt: { gt: createdAt }, lastSeenAt: { gt: lastSeenAt } },
    include: {
      user: {
        include: { memberships: { include: { customer: true }, orderBy: { createdAt: "asc" } } },
      },
    },
  });
}

type FoundSession = Awaited<ReturnType<typeof findSessions>>[number];

/** Once a minute at most, so that reading a page is not writing to the database. */
async function noteUse({ id, lastSeenAt }: { id: string; lastSeenAt: Date }): Promise<void> {
  const now = new Date();
  if (now.getTime() - lastSeenAt.getTime() < NOTED_EVERY_MS) return;
  await db().session.updateMany({ where: { id, lastSeenAt }, data: { lastSeenAt: now } });
}

/** A session that began by a customer's single sign-on knows no other customer: nobody else let that vouch. */
function toSessionUser(claims: SessionClaims, session: FoundSession): SessionUser {
  const { user, provenAt, ssoCustomerId } = session;
  const memberships = user.memberships
    .filter(({ customerId }) => reaches(ssoCustomerId, customerId))
    .map((membership) => toMembership(membership, session));
  const chosen = findCurrent(memberships, claims.customerId);
  const lacking = chosen?.lack ?? null;
  const { id, name, email } = user;
  const { sessionId } = claims;
  return {
    ...{ id, sessionId, ssoCustomerId, provenAt, name, email, memberships },
    current: lacking === null ? chosen : null,
    lack:
      chosen === null || lacking === null
        ? null
        : {
            customerName: chosen.customer.name,
            customerId: chosen.customer.wireId,
            what: lacking,
          },
  };
}

function toMembership(
  { customer, role }: FoundSession["user"]["memberships"][number],
  session: FoundSession,
): SessionMembership {
  const { id, wireId, name, timeZone } = customer;
  const rule = { id, signInRule: readSignInRule(customer.signInRule), isOwner: role === "owner" };
  return {
    customer: { id, wireId, name, timeZone },
    role,
    suspension: standingOf(customer).suspension,
    lack: lackOf(session, rule),
  };
}

function signInFirst(): ServiceError {
  return new ServiceError("unauthenticated", "Sign in to continue.");
}

/**
 * Somebody who signed in before they belonged to any customer works in their first. Somebody who lost
 * the membership in use has to choose: nothing they sent for one customer may reach another.
 */
function findCurrent(
  memberships: readonly SessionMembership[],
  customerId: string | null,
): SessionMembership | null {
  if (customerId === null) return memberships[0] ?? null;
  return memberships.find(({ customer }) => customer.id === customerId) ?? null;
}

/** Throws `unauthenticated`, or `forbidden` for somebody who is not a member of the current customer. */
export async function loadServiceContext(claims: SessionClaims | null): Promise<ServiceContext> {
  return contextOf(await loadSessionUser(claims));
}

/** The same for `loadReadingUser`. */
export async function loadReadingContext(claims: SessionClaims | null): Promise<ServiceContext> {
  return contextOf(await loadReadingUser(claims));
}

/** The same for `loadPolledUser`. */
export async function loadPolledContext(claims: SessionClaims | null): Promise<ServiceContext> {
  return contextOf(await loadPolledUser(claims));
}

function contextOf(user: SessionUser): ServiceContext {
  if (user.lack !== null) throw somethingIsLacking(user.lack);
  if (user.current === null) {
    throw forbidden("You are not a member of this customer.");
  }
  return {
    customer: user.current.customer,
    actor: { type: "user", id: user.id, name: user.name },
    permissions: permissionsOfRole(user.current.role),
    signIn: { sessionId: user.sessionId, provenAt: user.provenAt },
  };
}

function somethingIsLacking({
  customerName,
  what,
}: NonNullable<SessionUser["lack"]>): ServiceError {
  return forbidden(
    what === "second-factor"
      ? `${customerName} requires a second factor. Set one up first.`
      : `${customerName} requires single sign-on.`,
  );
}
