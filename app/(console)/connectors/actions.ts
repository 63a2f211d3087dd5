"use server";

import { getServiceContext } from "@/lib/auth/get-service-context";
import { defineAction } from "@/lib/http/console";
import { runAction } from "@/lib/http/run-action";
import { dismissConnector } from "@/lib/services/sites/connector/dismiss";
import { createDebugToken } from "@/lib/services/sites/debug-token/create";
import { setBrowserRules } from "@/lib/services/sites/publication/set-browser-rules";
import { retryPush } from "@/lib/services/sites/push/retry";
import { setPushUrl } from "@/lib/services/sites/push/set-url";

export const createDebugTokenAction = defineAction(createDebugToken);
export const dismissConnectorAction = defineAction(dismissConnector);
export const setPushUrlAction = defineAction(setPushUrl);
export const setBrowserRulesAction = defineAction(setBrowserRules);

export async function retryPushAction() {
  return runAction(async () => retryPush(await getServiceContext()));
}
