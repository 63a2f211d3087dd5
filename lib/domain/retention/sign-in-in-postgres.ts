import type { TableData } from "./held-data";
import { account, user } from "./held-of-people";

/** The tables of the ways in which users sign in, besides their password. */
export const SIGN_IN_IN_POSTGRES = {
  TotpFactor: {
    plain: ["userId", "lastStep"],
    secret: ["sealed"],
    personal: {
      createdAt: account(
        "when they set up an authenticator app",
        "signing in with a second factor",
      ),
      confirmedAt: account("when it was confirmed", "the same"),
    },
  },
  RecoveryCode: { plain: ["id", "userId"], secret: ["hash"] },
  Passkey: {
    plain: ["id", "userId", "credentialId", "publicKey", "counter", "transports"],
    personal: {
      name: account("name of a passkey", "telling passkeys apart"),
      createdAt: account("when created", "the same"),
      lastUsedAt: account("last use", "the same"),
    },
  },
  SignInChallenge: {
    plain: ["userId", "purpose", "expiresAt"],
    secret: ["tokenHash"],
    personal: {
      data: user("identity from single sign-on", "confirmation by mail", "an hour"),
    },
  },
  LoginRequest: {
    plain: [
      ...["userCode", "name", "permissions", "validDays", "intervalSeconds", "polledAt"],
      ...["membershipId", "isRefused", "expiresAt"],
    ],
    secret: ["deviceHash"],
    personal: {
      network: user("network of a program that signs in", "telling programs apart", "10 minutes"),
    },
  },
  EmailChange: {
    plain: ["id", "userId", "expiresAt"],
    secret: ["tokenHash"],
    personal: {
      email: user("new address", "confirmation by mail", "a day after use or expiry"),
      createdAt: user("when they asked", "the same", "a day after use or expiry"),
      usedAt: user("when it was used", "the same", "a day after use or expiry"),
    },
  },
  IdentityProvider: {
    plain: ["customerId", "issuer", "clientId", "joins", "defaultRole", "createdAt", "updatedAt"],
    secret: ["sealed"],
  },
  UserIdentity: {
    plain: ["id", "userId", "customerId", "issuer"],
    personal: {
      subject: account("id at their identity provider", "signing in through it"),
      createdAt: account("first use", "the same"),
    },
  },
} as const satisfies Readonly<Record<string, TableData>>;
