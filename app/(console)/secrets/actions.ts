"use server";

import { defineAction } from "@/lib/http/console";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { revokeApiKey } from "@/lib/services/people/api-key/revoke";
import { apiKeyIdInput, createApiKeyInput } from "@/lib/services/people/api-key/schemas";
import { removeCaptchaKeys } from "@/lib/services/sites/captcha-keys/remove";
import {
  captchaProviderInput,
  setCaptchaKeysInput,
} from "@/lib/services/sites/captcha-keys/schemas";
import { setCaptchaKeys } from "@/lib/services/sites/captcha-keys/set";
import { activateSecret } from "@/lib/services/sites/secret/activate";
import { createSecret } from "@/lib/services/sites/secret/create";
import { retireSecret } from "@/lib/services/sites/secret/retire";
import { revealSecret } from "@/lib/services/sites/secret/reveal";
import { revokeSecret } from "@/lib/services/sites/secret/revoke";
import { createSecretInput, secretIdInput } from "@/lib/services/sites/secret/schemas";

export const setCaptchaKeysAction = defineAction(setCaptchaKeysInput, setCaptchaKeys);
export const removeCaptchaKeysAction = defineAction(captchaProviderInput, removeCaptchaKeys);
export const revealSecretAction = defineAction(secretIdInput, revealSecret);
export const activateSecretAction = defineAction(secretIdInput, activateSecret);
export const createSecretAction = defineAction(createSecretInput, createSecret);
export const retireSecretAction = defineAction(secretIdInput, retireSecret);
export const revokeSecretAction = defineAction(secretIdInput, revokeSecret);
export const createApiKeyAction = defineAction(createApiKeyInput, createApiKey);
export const revokeApiKeyAction = defineAction(apiKeyIdInput, revokeApiKey);
