"use server";

import { getServiceContext } from "@/lib/auth/get-service-context";
import { defineAction } from "@/lib/http/console";
import { runAction } from "@/lib/http/run-action";
import { createDebugToken } from "@/lib/services/sites/debug-token/create";
import {
  type CreateDebugTokenInput,
  createDebugTokenInput,
} from "@/lib/services/sites/debug-token/schemas";
import {
  type BrowserRulesInput,
  browserRulesInput,
} from "@/lib/services/sites/publication/schemas";
import { setBrowserRules } from "@/lib/services/sites/publication/set-browser-rules";
import { retryPush } from "@/lib/services/sites/push/retry";
import { type SetPushUrlInput, setPushUrlInput } from "@/lib/services/sites/push/schemas";
import { setPushUrl } from "@/lib/services/sites/push/set-url";

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
