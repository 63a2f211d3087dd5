"use server";

import { getServiceContext } from "@/lib/auth/get-service-context";
import { defineAction } from "@/lib/http/console";
import { runAction } from "@/lib/http/run-action";
import { createDebugToken } from "@/lib/services/debug-token/create";
import {
  type CreateDebugTokenInput,
  createDebugTokenInput,
} from "@/lib/services/debug-token/schemas";
import { type BrowserRulesInput, browserRulesInput } from "@/lib/services/publication/schemas";
import { setBrowserRules } from "@/lib/services/publication/set-browser-rules";
import { retryPush } from "@/lib/services/push/retry";
import { type SetPushUrlInput, setPushUrlInput } from "@/lib/services/push/schemas";
import { setPushUrl } from "@/lib/services/push/set-url";

const createDebug = defineAction(createDebugTokenInput, createDebugToken);
const setUrl = defineAction(setPushUrlInput, setPushUrl);
const setBrowser = defineAction(browserRulesInput, setBrowserRules);

export async function createDebugTokenAction(input: CreateDebugTokenInput) {
  return createDebug(input);
}

export async function setPushUrlAction(input: SetPushUrlInput) {
  return setUrl(input);
}

export async function retryPushAction() {
  return runAction(async () => retryPush(await getServiceContext()));
}

export async function setBrowserRulesAction(input: BrowserRulesInput) {
  return setBrowser(input);
}
