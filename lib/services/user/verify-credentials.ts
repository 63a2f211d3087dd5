import { db } from "@/lib/db/client";
import { ServiceError } from "@/lib/services/errors";
import { decoyHash, isPassword } from "./password";
import { credentialsInput } from "./schemas";
import { forgetTries, type ThrottleLimit, takeTry } from "./throttle";

const WINDOW_SECONDS = 15 * 60;

/** Who signed in, as their session names them. */
export type VerifiedUser = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly sessionVersion: number;
  /** The customer that they see first: the one they joined first. */
  readonly customerId: string | null;
};

/**
 * Checks e-mail and password. An unknown e-mail gets the same answer after the same time as a wrong
 * password: `unauthenticated`. Throws `limit_exceeded` after five tries from one address, or thirty
 * from anywhere, within 15 minutes.
 */
export async function verifyCredentials(rawInput: {
  email: string;
  password: string;
  address: string;
}): Promise<VerifiedUser> {
  const { address, ...credentials } = rawInput;
  const parsed = credentialsInput.safeParse(credentials);
  if (!parsed.success) throw wrongCredentials();
  const { email, password } = parsed.data;
  const limits = signInLimits(email, address);
  await takeTry(limits);
  const user = await db().user.findUnique({
    where: { email },
    include: { memberships: { orderBy: { createdAt: "asc" }, take: 1 } },
  });
  const matches = await isPassword(password, user?.passwordHash ?? (await decoyHash()));
  if (user === null || !matches) throw wrongCredentials();
  await forgetTries(limits.map((limit) => limit.key));
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    sessionVersion: user.sessionVersion,
    customerId: user.memberships[0]?.customerId ?? null,
  };
}

function signInLimits(email: string, address: string): readonly ThrottleLimit[] {
  return [
    { key: ["sign-in", email, address], triesMax: 5, windowSeconds: WINDOW_SECONDS },
    { key: ["sign-in", email], triesMax: 30, windowSeconds: WINDOW_SECONDS },
  ];
}

function wrongCredentials(): ServiceError {
  return new ServiceError("unauthenticated", "E-mail or password is wrong.");
}
