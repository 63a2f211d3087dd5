import { db } from "@/lib/db/client";
import { networkOf } from "@/lib/platform/client-address";
import { createLogger } from "@/lib/platform/observability/logger";
import { sourceOf } from "@/lib/services/ground/act-source";
import { ServiceError } from "@/lib/services/ground/errors";
import {
  type CountedTry,
  forgetTries,
  type ThrottleLimit,
  TooManyTries,
  takeBackTry,
  takeTry,
} from "@/lib/services/ground/throttle";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { auditUser } from "@/lib/services/people/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { decoyHash, hashPassword, isOutdated, isPassword } from "./password";
import { credentialsInput } from "./schemas";
import type { VerifiedUser } from "./verified-user";

const WINDOW_SECONDS = 24 * 60 * 60;
const DELAY_SECONDS = 60;

export type SignInTry = {
  readonly email: string;
  readonly password: string;
  /** The network address of the browser. */
  readonly address: string;
  /** The id of a browser that signed in as this user before; null for any other. */
  readonly knownBrowser: string | null;
};

/**
 * Checks e-mail and password. An unknown e-mail gets the same answer after the same time as a wrong
 * password: `unauthenticated`. Throws `limit_exceeded` where too much was tried; each further try then
 * has to wait twice as long as the one before. A browser that signed in as the user before is counted by
 * itself, so that no stranger can keep the user out.
 */
export async function verifyCredentials(rawInput: SignInTry): Promise<VerifiedUser> {
  const { address, knownBrowser, ...credentials } = rawInput;
  const parsed = credentialsInput.safeParse(credentials);
  if (!parsed.success) throw wrongCredentials();
  const { email, password } = parsed.data;
  const limits = signInLimits(email, networkOf(address), knownBrowser);
  const counted = await takeTry(limits.all).catch((error: unknown) =>
    refuse(error, email, address),
  );
  const user = await db().user.findUnique({
    where: { email },
    include: { memberships: { orderBy: { createdAt: "asc" }, take: 1 } },
  });
  const matches = await isPassword(counted, password, user?.passwordHash ?? decoyHash());
  if (user === null || !matches) {
    reportSecurityEvent({ event: "sign-in.failed", userId: user?.id, from: address });
    throw wrongCredentials();
  }
  await forgetTries(limits.ofUser);
  if (limits.ofNetwork !== null) await takeBackTry(limits.ofNetwork);
  if (isOutdated(user.passwordHash)) await hashAgain(counted, user, password);
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    customerId: user.memberships[0]?.customerId ?? null,
  };
}

type SignInLimits = {
  readonly all: readonly ThrottleLimit[];
  /** What a success forgets. */
  readonly ofUser: readonly (readonly string[])[];
  /** What a success takes one try back from; null for a known browser. */
  readonly ofNetwork: readonly string[] | null;
};

/**
 * The limits are counted in turn, and a try that one of them refuses does not reach the next. So a stranger
 * in one network comes to five tries at a user and has to wait; only many networks together can use up what
 * strangers may try at one user.
 */
function signInLimits(email: string, network: string, knownBrowser: string | null): SignInLimits {
  const growing = { windowSeconds: WINDOW_SECONDS, delaySeconds: DELAY_SECONDS };
  if (knownBrowser !== null) {
    const key = ["sign-in", email, "browser", knownBrowser];
    return { all: [{ key, triesMax: 5, ...growing }], ofUser: [key], ofNetwork: null };
  }
  const fromNetwork = ["sign-in", email, network];
  const toUser = ["sign-in", email];
  const ofNetwork = ["sign-in-from", network];
  return {
    all: [
      { key: fromNetwork, triesMax: 5, ...growing },
      // One guess at each of many users.
      { key: ofNetwork, triesMax: 20, ...growing },
      { key: toUser, triesMax: 30, ...growing },
    ],
    ofUser: [fromNetwork, toUser],
    ofNetwork,
  };
}

/** Throws on. What is told of it is told afterwards: the time until the answer says nothing about the user. */
function refuse(error: unknown, email: string, address: string): never {
  if (error instanceof TooManyTries) {
    tellThrottled(error.limit, email, address).catch(noteUntold);
  }
  throw error;
}

/** The owners are told once an hour; any other reason why they are not told stands in the log. */
function noteUntold(error: unknown): void {
  if (error instanceof TooManyTries) return;
  createLogger("security").error({ error }, "A refused sign-in could not be recorded.");
}

/** Says in the log, and to the owners of the user's customers, that tries are refused. */
async function tellThrottled(limit: ThrottleLimit, email: string, from: string): Promise<void> {
  const user = await db().user.findUnique({ where: { email } });
  const detail = limit.key[0] === "sign-in-from" ? "network" : "user";
  reportSecurityEvent({ event: "sign-in.throttled", userId: user?.id, from, detail });
  if (user !== null) await auditThrottled(user, from);
}

/** Once an hour at most: whoever tries in vain shall not fill the log. */
async function auditThrottled(user: { id: string; name: string }, from: string): Promise<void> {
  await takeTry([{ key: ["sign-in-audit", user.id], triesMax: 1, windowSeconds: 60 * 60 }]);
  await withAnonymousTransaction((tx) =>
    auditUser(tx, user, {
      verb: "user.sign-in-throttled",
      summary: "could not sign in: too many attempts",
      source: sourceOf({ sessionId: null, address: from }),
    }),
  );
}

/** Replaces a hash of former cost, unless the password was changed meanwhile. */
async function hashAgain(
  counted: CountedTry,
  user: { id: string; passwordHash: string },
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(counted, password);
  await db().user.updateMany({
    where: { id: user.id, passwordHash: user.passwordHash },
    data: { passwordHash },
  });
}

function wrongCredentials(): ServiceError {
  return new ServiceError("unauthenticated", "Incorrect e-mail address or password.");
}
