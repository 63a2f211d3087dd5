import { getSessionUser } from "@/lib/auth/get-service-context";
import type { SessionUser } from "@/lib/auth/load-context";
import { ownPath } from "@/lib/http/own-path";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/services/ground/errors";

/** The signed-in person, or null for everybody else. */
export async function findSessionUser(): Promise<SessionUser | null> {
  return getSessionUser().catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === "unauthenticated") return null;
    throw error;
  });
}

/** Where to go on to after signing in: a path of this console, else the events page. */
export function nextPath(next: unknown): string {
  return ownPath(next, env.consoleUrl()) ?? "/overview";
}
