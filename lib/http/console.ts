import { claimsOfRequest } from "@/lib/auth/claims-of-request";
import { getServiceContext, getSignedIn } from "@/lib/auth/get-service-context";
import { loadPolledContext } from "@/lib/auth/load-context";
import { env } from "@/lib/platform/env";
import type { ServiceContext } from "@/lib/services/ground/context";
import { forbidden } from "@/lib/services/ground/errors";
import { reportRefusal } from "@/lib/services/people/security/report-refusal";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import type { Action } from "./action-result";
import { createDefineAction } from "./define-action";
import { createDefineRoute } from "./define-route";
import { isCrossSite } from "./is-cross-site";
import { reportError } from "./report-error";
import { runAction } from "./run-action";

function report(error: unknown, context?: ServiceContext): void {
  reportError(error);
  if (context !== undefined) reportRefusal(context, error).catch(reportError);
}

/** A server action for a verb of the current customer. */
export const defineAction = createDefineAction(getServiceContext, report);

/** A server action for a verb of the signed-in person on their own sign-in, which takes no customer. */
export function defineOwnAction<Input, Data>(
  verb: (signedIn: SignedIn, input: Input) => Promise<Data>,
): Action<Input, Data> {
  return async (input) => runAction(async () => verb(await getSignedIn(), input));
}

/**
 * A route handler for the signed-in person, which pages ask again and again. Other sites cannot make their
 * browser change anything. What reads needs nothing of Next.js: the server around it calls it, too (`live-routes.ts`).
 */
export const defineRoute = createDefineRoute(async (request) => {
  if (isCrossSite(request, env.consoleUrl())) {
    throw forbidden("This request came from another site.");
  }
  if (request.method !== "GET") return getServiceContext();
  return loadPolledContext(await claimsOfRequest(request));
}, report);
