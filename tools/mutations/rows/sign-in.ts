import type { Mutation } from "../mutation";

const FRESH = "lib/services/session/fresh.db.test.ts";
const TOTP = "lib/services/totp/totp.db.test.ts";
const PASSKEY = "lib/services/passkey/passkey.db.test.ts";
const COMPANY = "lib/services/single-sign-on/single-sign-on.db.test.ts";
const MATRIX = "test/account-matrix.db.test.ts";
const EMAIL = "lib/services/user/change-email.db.test.ts";

/** Rows of the table "Signing in" for second factors, single sign-on and confirming. */
export const SIGN_IN_ROWS: readonly Mutation[] = [
  {
    id: "password-alone",
    file: "lib/services/session/start-session.ts",
    holds: "who has a second factor gets no session for a password alone, whichever way asks",
    broken: "they do",
    edits: [
      { find: 'method === "password" && hasSecondFactor', replace: "false && hasSecondFactor" },
    ],
    tests: [
      {
        file: TOTP,
        name: "with a second factor › a password alone starts no session, whoever asks for one, and the sessions of before are over",
      },
    ],
  },
  {
    id: "code-twice",
    file: "lib/services/totp/totp-secret.ts",
    holds: "a code of an app is taken once",
    broken: "as often as somebody reads it over a shoulder",
    edits: [{ find: ", OR: [{ lastStep: null }, { lastStep: { lt: step } }]", replace: "" }],
    tests: [
      {
        file: TOTP,
        name: "a code of an app › finishes a sign-in once: neither it nor an older one works again, also not at the same moment",
      },
    ],
  },
  {
    id: "code-guessed",
    file: "lib/services/sign-in/second-step.ts",
    holds: "guesses at codes are counted by user, over all sign-ins",
    broken: "by sign-in",
    edits: [
      {
        find: 'key: ["second-step", userId],',
        replace: 'key: ["second-step", userId, crypto.randomUUID()],',
      },
    ],
    tests: [
      {
        file: TOTP,
        name: "a code of an app › cannot be guessed: five wrong ones, from wherever and in however many sign-ins, and one has to wait",
      },
    ],
  },
  {
    id: "stale-session",
    file: "lib/services/session/require-fresh-sign-in.ts",
    holds: "lasting harm needs a proof of the last ten minutes, in the session that asks",
    broken: "any session will do",
    edits: [
      {
        find: "provenAt !== null && Date.now() - provenAt.getTime() < FRESH_MS",
        replace: "provenAt !== null || FRESH_MS > 0",
      },
    ],
    tests: [
      {
        file: FRESH,
        name: "nobody gets secrets, keys or roles with a session that is not fresh, and nothing is changed",
      },
    ],
  },
  {
    id: "proof-of-others",
    file: "lib/services/session/note-proof.ts",
    holds: "a proof makes the session fresh in which it was given",
    broken: "every session of the user",
    edits: [{ find: "where: { id: sessionId, userId }", replace: "where: { userId }" }],
    tests: [
      {
        file: FRESH,
        name: "a session › is made fresh by no other: neither another session of theirs, nor somebody else's",
      },
    ],
  },
  {
    id: "passkey-without-owner",
    file: "lib/services/passkey/assertion.ts",
    holds: "a passkey that signs in alone has asked its owner",
    broken: "whoever holds it",
    edits: [
      { find: "requireUserVerification: !isSecond", replace: "requireUserVerification: false" },
    ],
    tests: [
      {
        file: PASSKEY,
        name: "a passkey › is worth nothing for another site, another question, one that was answered, or without its owner",
      },
    ],
  },
  {
    id: "passkey-of-another",
    file: "lib/services/passkey/assertion.ts",
    holds: "a second step takes a passkey of the same user",
    broken: "of anybody",
    edits: [
      {
        find: "passkey !== null && (asked.userId ?? passkey.userId) === passkey.userId",
        replace: "passkey !== null",
      },
    ],
    tests: [
      { file: PASSKEY, name: "a passkey › of one user finishes no step and no proof of another" },
    ],
  },
  {
    id: "provider-everywhere",
    file: "lib/services/session/reach.ts",
    holds: "a session through a customer's provider knows that customer alone",
    broken: "every customer of the person",
    edits: [
      {
        find: "return ssoCustomerId === null || ssoCustomerId === customerId;",
        replace: "return customerId !== ssoCustomerId || true;",
      },
    ],
    tests: [
      {
        file: COMPANY,
        name: "who comes through the provider › is known at that customer alone, and cannot change how they sign in: no provider opens another customer",
      },
    ],
  },
  {
    id: "provider-sees-sessions",
    file: "lib/services/session/reach.ts",
    holds: "a session through a customer's provider sees and ends those of the same provider",
    broken: "every session of the person",
    edits: [
      {
        find: "ssoCustomerId === null ? { userId } : { userId, ssoCustomerId }",
        replace: "ssoCustomerId === null ? { userId } : { userId }",
      },
    ],
    tests: [
      {
        file: MATRIX,
        name: "a session of a customer's single sign-on › sees and ends those of the same, customer …",
      },
    ],
  },
  {
    id: "provider-unproven-domain",
    file: "lib/services/single-sign-on/find-member.ts",
    holds:
      "a provider is believed for addresses of its customer's proven domains; others confirm by e-mail",
    broken: "for any address",
    edits: [{ find: "return isProven ?", replace: "return right !== null ?" }],
    tests: [
      {
        file: COMPANY,
        name: "at a domain that is not proven to be the customer's › an invited user is a member once whoever reads their e-mails says so, and not before",
      },
    ],
  },
  {
    id: "sign-in-told-elsewhere",
    file: "lib/services/session/start-session.ts",
    holds: "a sign-in stands in the audit logs of the customers that it opens",
    broken: "of every customer of the person",
    edits: [
      {
        find: "return reaches(session.ssoCustomerId, id) && lackOf(session, rule) === null;",
        replace: "return reaches(null, id) || lackOf(session, rule) === null;",
      },
    ],
    tests: [
      {
        file: MATRIX,
        name: "a session of a customer's single sign-on › stands in the log of that customer, one of the user's own in those of the customers that it opens",
      },
    ],
  },
  {
    id: "proof-by-password-alone",
    file: "lib/services/session/prove-by-password.ts",
    holds: "who has a second factor confirms with that",
    broken: "with the password alone",
    edits: [{ find: "if (hasSecondFactor(", replace: 'if (me.userId === "" && hasSecondFactor(' }],
    tests: [
      {
        file: MATRIX,
        name: "in a session that began with … › … does what it may, and reaches nothing beyond",
      },
    ],
  },
  {
    id: "address-not-verified",
    file: "lib/services/single-sign-on/find-member.ts",
    holds: "a provider lets in by an address that it has verified",
    broken: "by any that it names",
    edits: [{ find: "|| claims.email_verified !== true", replace: "" }],
    tests: [
      {
        file: COMPANY,
        name: "who comes through the provider › is not let in with an address that is not verified, or as a stranger, and nothing is made of them",
      },
    ],
  },
  {
    id: "domain-not-proven",
    file: "lib/services/single-sign-on/provider.ts",
    holds: "people join by themselves at proven domains",
    broken: "at those that were only named",
    edits: [{ find: "{ customerId, verifiedHost: { not: null } }", replace: "{ customerId }" }],
    tests: [
      {
        file: COMPANY,
        name: "who comes through the provider › joins as invited, or at a proven domain where the customer says so, and never as an owner by that",
      },
    ],
  },
  {
    id: "rule-not-kept",
    file: "lib/domain/sign-in/methods.ts",
    holds: "where a customer asks for a second factor, a password alone shows nothing of it",
    broken: "everything",
    edits: [{ find: 'return session.isStrong ? null : "second-factor";', replace: "return null;" }],
    tests: [
      {
        file: COMPANY,
        name: "what a customer asks everybody to show › a second factor: a password alone shows nothing of the customer from the next request on",
      },
    ],
  },
  {
    id: "factor-by-password-alone",
    file: "lib/services/sign-in/first-factor.ts",
    holds: "where a customer asks for a second factor, the first is set up with a mailed code",
    broken: "by whoever has the password",
    edits: [{ find: "  if (!(await needsMailedCode(me))) return;", replace: "  if (me) return;" }],
    tests: [
      {
        file: "lib/services/sign-in/first-factor.db.test.ts",
        name: "whoever has only learned the password › sets no first factor up where the customer asks for …, at any step",
      },
    ],
  },
  {
    id: "email-by-link-alone",
    file: "lib/services/user/change-email.ts",
    holds: "a link for a new address counts in a session of who asked for it",
    broken: "of anybody",
    edits: [
      {
        find: "where: { userId, tokenHash, usedAt: null, expiresAt: { gt: now } }",
        replace: "where: { tokenHash, usedAt: null, expiresAt: { gt: now } }",
      },
    ],
    tests: [
      {
        file: EMAIL,
        name: "the new address counts once its link is opened, by the same user; the old one is told, and its links end",
      },
    ],
  },
];
