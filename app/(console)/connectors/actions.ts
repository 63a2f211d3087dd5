"use server";

import { getServiceContext } from "@/lib/auth/get-service-context";
import { defineAction } from "@/lib/http/console";
import { runAction } from "@/lib/http/run-action";
import { createDebugToken } from "@/lib/services/sites/debug-token/create";
import { createDebugTokenInput } from "@/lib/services/sites/debug-token/schemas";
import { browserRulesInput } from "@/lib/services/sites/publication/schemas";
import { setBrowserRules } from "@/lib/services/sites/publication/set-browser-rules";
import { retryPush } from "@/lib/services/sites/push/retry";
import { setPushUrlInput } from "@/lib/services/sites/push/schemas";
import { setPushUrl } from "@/lib/services/sites/push/set-url";

export const createDebugTokenAction = defineAction(createDebugTokenInput, createDebugToken);
export const setPushUrlAction = defineAction(setPushUrlInput, setPushUrl);
export const setBrowserRulesAction = defineAction(browserRulesInput, setBrowserRules);

export async function retryPushAction() {
  return runAction(async () => retryPush(await getServiceContext()));
}
