import { db } from "@/lib/db/client";
import type { Suspension } from "@/lib/domain/event/standing";
import { permissionsOfRole, type Role } from "@/lib/domain/permissions/roles";
import type { ContextCustomer, ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { standingOf } from "@/lib/services/event/to-settings";
import { oldestValid } from "@/lib/services/session/session-limits";

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
};

/** The signed-in person with all their memberships, and the one in use. */
export type SessionUser = {
  readonly id: string;
  readonly sessionId: string;
  /** When they last proved in this session who they are. */
  readonly provenAt: Date | null;
  readonly name: string;
  readonly email: string;
  readonly memberships: readonly SessionMembership[];
  /** Null when they belong to no customer, or no longer to the one in use. */
  readonly current: SessionMembership | null;
};

/**
 * Loads the person behind a sign-in. Throws `unauthenticated` when its session was ended, is too old, or
 * nobody did anything with it for too long.
 */
export async function loadSessionUser(claims: SessionClaims | null): Promise<SessionUser> {
  const session = claims === null ? null : await findSession(claims);
  if (claims === null || session === null) throw signInFirst();
  await noteUse(session);
  return rememberUser(claims, session);
}

/** For what a page asks again and again by itself: the same, up to ten seconds old. It is no use of the session. */
export async function loadPolledUser(claims: SessionClaims | null): Promise<SessionUser> {
  if (claims === null) throw signInFirst();
  const known = polled.get(keyOf(claims));
  if (known !== undefined && performance.now() - known.atMs < POLL_MS) return known.user;
  const session = await findSession(claims);
  if (session === null) throw signInFirst();
  return rememberUser(claims, session);
}

const POLL_MS = 10_000;
const POLLED_MAX = 10_000;
const NOTED_EVERY_MS = 60_000;

type Polled = Map<string, { readonly user: SessionUser; readonly atMs: number }>;

// On the global object for the same reason as the database client.
const holder: typeof globalThis & { stanchionPolled?: Polled } = globalThis;
holder.stanchionPolled ??= new Map();
const polled = holder.stanchionPolled;

function keyOf({ userId, customerId, sessionId }: SessionClaims): string {
  return JSON.stringify([userId, customerId, sessionId]);
}

async function findSession({ userId, sessionId }: SessionClaims) {
  const { createdAt, lastSeenAt } = oldestValid(new Date());
  return db().session.findFirst({
    where: {
      id: sessionId,
      userId,
      createdAt: { gt: createdAt },
      lastSeenAt: { gt: lastSeenAt },
    },
    include: {
      user: {
        include: { memberships: { include: { customer: true }, orderBy: { createdAt: "asc" } } },
      },
    },
  });
}

/** Once a minute at most, so that reading a page is not writing to the database. */
async function noteUse({ id, lastSeenAt }: { id: string; lastSeenAt: Date }): Promise<void> {
  const now = new Date();
  if (now.getTime() - lastSeenAt.getTime() < NOTED_EVERY_MS) return;
  await db().session.updateMany({ where: { id, lastSeenAt }, data: { lastSeenAt: now } });
}

type LoadedSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

function rememberUser(claims: SessionClaims, { user, provenAt }: LoadedSession): SessionUser {
  const memberships = user.memberships.map(({ customer, role }) => ({
    customer: {
      id: customer.id,
      wireId: customer.wireId,
      name: customer.name,
      timeZone: customer.timeZone,
    },
    role,
    suspension: standingOf(customer).suspension,
  }));
  const current = findCurrent(memberships, claims.customerId);
  const { id, name, email } = user;
  const { sessionId } = claims;
  const loaded = { id, sessionId, provenAt, name, email, memberships, current };
  if (polled.size >= POLLED_MAX) polled.clear();
  polled.set(keyOf(claims), { user: loaded, atMs: performance.now() });
  return loaded;
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

/** The same for `loadPolledUser`. */
export async function loadPolledContext(claims: SessionClaims | null): Promise<ServiceContext> {
  return contextOf(await loadPolledUser(claims));
}

function contextOf(user: SessionUser): ServiceContext {
  if (user.current === null) {
    throw new ServiceError("forbidden", "You are not a member of this customer. Choose another.");
  }
  return {
    customer: user.current.customer,
    actor: { type: "user", id: user.id, name: user.name },
    permissions: permissionsOfRole(user.current.role),
    signIn: { sessionId: user.sessionId, provenAt: user.provenAt },
  };
}
