import { getSessionUser } from "@/lib/auth/get-service-context";
import type { SessionUser } from "@/lib/auth/load-context";
import { ServiceError } from "@/lib/services/errors";

/** The signed-in person, or null for everybody else. */
export async function findSessionUser(): Promise<SessionUser | null> {
  return getSessionUser().catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === "unauthenticated") return null;
    throw error;
  });
}

/** A path of this console to go on to after signing in; anything else becomes the events page. */
export function safeNext(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : "/events";
}
