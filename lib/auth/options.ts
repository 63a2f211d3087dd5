import { cookies, headers } from "next/headers";
import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { db } from "@/lib/db/client";
import { clientAddress } from "@/lib/platform/client-address";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/services/ground/errors";
import { hasSecondFactor, readFactors } from "@/lib/services/people/factor/factors";
import { endSession } from "@/lib/services/people/session/end";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import { startSession } from "@/lib/services/people/session/start-session";
import { beginSecondStep } from "@/lib/services/people/sign-in/second-step";
import { verifyCredentials } from "@/lib/services/people/user/verify-credentials";
import { knownBrowserCookie, makeKnownBrowser, readKnownBrowser } from "./known-browser";
import { secondStepCookie } from "./second-step-cookie";
import { SESSION_SECONDS, sessionCookie } from "./session-cookie";
import { decodeSession } from "./session-token";

/** What the sign-in form gets instead of a reason. */
const TOO_MANY_ATTEMPTS = "TooManyAttempts";
const BUSY = "Busy";
/** The password was right, and something else has to be shown. */
const SECOND_STEP = "SecondStep";

/** Options of next-auth: e-mail and password, a signed cookie that names the session. */
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
    events: {
      signOut: async ({ token: { userId, sessionId } }) =>
        signOut({ userId, sessionId, address: clientAddress(await headers()) }),
    },
    callbacks: {
      jwt: ({ token, user }) =>
        user === undefined
          ? token
          : {
              ...token,
              userId: user.id,
              customerId: user.customerId,
              sessionId: user.sessionId,
            },
      session: ({ session, token }) => ({
        ...session,
        userId: token.userId,
        customerId: token.customerId,
        sessionId: token.sessionId,
      }),
    },
  };
}

/** Verifies, starts a session, and makes the browser one that is known to the user. */
async function authorize(
  credentials: { email?: string; password?: string } | undefined,
  headers: Headers,
) {
  const { email = "", password = "" } = credentials ?? {};
  const address = clientAddress(headers);
  const jar = await cookies();
  const cookie = knownBrowserCookie();
  const known = jar.get(cookie.name)?.value;
  try {
    const knownBrowser = readKnownBrowser(known, email, Date.now());
    const user = await verifyCredentials({ email, password, address, knownBrowser });
    if (hasSecondFactor(await readFactors(db(), user.id))) {
      const step = secondStepCookie();
      jar.set(step.name, await beginSecondStep(user.id), step.options);
      throw new Error(SECOND_STEP);
    }
    const userAgent = headers.get("user-agent") ?? "";
    const sessionId = await startSession({ user, userAgent, address });
    jar.set(cookie.name, makeKnownBrowser(user.email, Date.now()), cookie.options);
    return { ...user, sessionId };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "limit_exceeded") throw new Error(TOO_MANY_ATTEMPTS, { cause: error });
    if (error.code === "unavailable") throw new Error(BUSY, { cause: error });
    return null;
  }
}

/** A session that was ended elsewhere meanwhile is gone already. */
async function signOut(me: SignedIn): Promise<void> {
  await endSession(me, { sessionId: me.sessionId }).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== "not_found") throw error;
  });
}

function toHeaderRecord(headers: Record<string, unknown> | undefined): Record<string, string> {
  const entries = Object.entries(headers ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
