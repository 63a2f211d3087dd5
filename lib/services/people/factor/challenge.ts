import { z } from "zod";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { preconditionFailed, type ServiceError } from "@/lib/services/ground/errors";
import { hashMailedToken, newMailedToken } from "@/lib/services/ground/mailed-token";

/** What a challenge is for. One that was made for one thing is worth nothing for another. */
export type ChallengePurpose =
  | "second-step"
  | "passkey-sign-in"
  | "passkey-second-step"
  | "passkey-proof"
  | "passkey-new"
  | "first-factor"
  | "single-sign-on"
  | "single-sign-on-link";

const VALID_MINUTES = 10;

/** The text that a browser gets to show a challenge again. */
export const challengeTokenField = z.string().regex(/^[\w-]{43}$/);

export type Challenge = { readonly userId: string | null; readonly data: Prisma.JsonValue };

/** Notes what a browser has to come back with, for ten minutes or as said, and answers the text that names it. */
export async function issueChallenge({
  validMinutes = VALID_MINUTES,
  ...asked
}: {
  readonly purpose: ChallengePurpose;
  readonly userId: string | null;
  readonly data: Prisma.InputJsonValue;
  readonly validMinutes?: number;
}): Promise<string> {
  const { text, hash } = newMailedToken();
  const expiresAt = new Date(Date.now() + validMinutes * 60_000);
  await db().signInChallenge.create({ data: { tokenHash: hash, ...asked, expiresAt } });
  return text;
}

/** Looks at a challenge and leaves it. Throws `precondition_failed` when it is gone. */
export async function readChallenge(token: string, purpose: ChallengePurpose): Promise<Challenge> {
  const row = await db().signInChallenge.findFirst({ where: stillThere(token, purpose) });
  if (row === null) throw challengeIsGone();
  return row;
}

/** Takes a challenge, which nobody can take again. Throws `precondition_failed` when it is gone. */
export async function takeChallenge(token: string, purpose: ChallengePurpose): Promise<Challenge> {
  const challenge = await readChallenge(token, purpose);
  const { count } = await db().signInChallenge.deleteMany({ where: stillThere(token, purpose) });
  if (count === 0) throw challengeIsGone();
  return challenge;
}

function stillThere(token: string, purpose: ChallengePurpose) {
  return { tokenHash: hashMailedToken(token), purpose, expiresAt: { gt: new Date() } };
}

function challengeIsGone(): ServiceError {
  return preconditionFailed("This took too long. Start over.");
}
