import { getServiceContext } from "@/lib/auth/get-service-context";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/services/errors";
import { createDefineAction } from "./define-action";
import { createDefineRoute } from "./define-route";
import { isCrossSite } from "./is-cross-site";
import { reportError } from "./report-error";

/** A server action for a verb of the current customer. */
export const defineAction = createDefineAction(getServiceContext, (error) => reportError(error));

/** A route handler for the signed-in person. Other sites cannot make their browser change anything. */
export const defineRoute = createDefineRoute(async (request) => {
  if (isCrossSite(request, env.consoleUrl())) {
    throw new ServiceError("forbidden", "This request came from another site.");
  }
  return getServiceContext();
}, reportError);
