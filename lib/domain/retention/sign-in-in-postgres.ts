import type { TableData } from "./held-data";
import { account, user } from "./held-of-people";

/** The tables of the ways in which users sign in, besides their password. */
export const SIGN_IN_IN_POSTGRES = {
  TotpFactor: {
    plain: ["userId", "lastStep"],
    secret: ["sealed"],
    personal: {
      createdAt: account("when they set up codes of an app", "signing in with a second factor"),
      confirmedAt: account("when a code showed that it works", "the same"),
    },
  },
  RecoveryCode: { plain: ["id", "userId"], secret: ["hash"] },
  Passkey: {
    plain: ["id", "userId", "credentialId", "publicKey", "counter", "transports"],
    personal: {
      name: account("what they call a passkey", "people tell their passkeys apart"),
      createdAt: account("when they made it", "the same"),
      lastUsedAt: account("when they used it last", "the same"),
    },
  },
  SignInChallenge: {
    plain: ["userId", "purpose", "expiresAt"],
    secret: ["tokenHash"],
    personal: {
      data: user(
        "who a customer's single sign-on says they are",
        "a link is sent there to confirm it",
        "an hour after they signed in",
      ),
    },
  },
  EmailChange: {
    plain: ["id", "userId", "expiresAt"],
    secret: ["tokenHash"],
    personal: {
      email: user(
        "address that they want",
        "a link is sent there",
        "a day after it was used or expired",
      ),
      createdAt: user("when they asked", "the same", "a day after it was used or expired"),
      usedAt: user("when it was used", "the same", "a day after it was used or expired"),
    },
  },
  IdentityProvider: {
    plain: ["customerId", "issuer", "clientId", "joins", "defaultRole", "createdAt", "updatedAt"],
    secret: ["sealed"],
  },
  UserIdentity: {
    plain: ["id", "userId", "customerId", "issuer"],
    personal: {
      subject: account(
        "who they are at their customer's identity provider",
        "signing in through it",
      ),
      createdAt: account("when they first came through it", "the same"),
    },
  },
} as const satisfies Readonly<Record<string, TableData>>;
