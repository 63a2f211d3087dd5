import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/services/errors";
import { verifyCredentials } from "@/lib/services/user/verify-credentials";
import { clientAddress } from "./client-address";
import { SESSION_SECONDS, sessionCookie } from "./session-cookie";
import { decodeSession } from "./session-token";

/** Shown by the sign-in page as `?error=…`. */
export const TOO_MANY_ATTEMPTS = "TooManyAttempts";

/** Options of next-auth: e-mail and password, a signed cookie that names the user and the customer. */
export function authOptions(): AuthOptions {
  return {
    secret: env.sessionSecret(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    jwt: { decode: decodeSession },
    cookies: { sessionToken: sessionCookie() },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      CredentialsProvider({
        name: "e-mail and password",
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize: (credentials, request) =>
          authorize(credentials, new Headers(toHeaderRecord(request.headers))),
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) =>
        user === undefined
          ? token
          : {
              ...token,
              userId: user.id,
              customerId: user.customerId,
              sessionVersion: user.sessionVersion,
            },
      session: ({ session, token }) => ({
        ...session,
        userId: token.userId,
        customerId: token.customerId,
        sessionVersion: token.sessionVersion,
      }),
    },
  };
}

async function authorize(
  credentials: { email?: string; password?: string } | undefined,
  headers: Headers,
) {
  try {
    const user = await verifyCredentials({
      email: credentials?.email ?? "",
      password: credentials?.password ?? "",
      address: clientAddress(headers, env.trustedProxies()),
    });
    return user;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "limit_exceeded") throw new Error(TOO_MANY_ATTEMPTS, { cause: error });
    return null;
  }
}

function toHeaderRecord(headers: Record<string, unknown> | undefined): Record<string, string> {
  const entries = Object.entries(headers ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
