"use server";

import { defineAction } from "@/lib/http/console";
import { withInput } from "@/lib/http/define-action";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { revokeApiKey } from "@/lib/services/people/api-key/revoke";
import { setAwsApi } from "@/lib/services/sites/aws-api/set";
import { removeCaptchaKeys } from "@/lib/services/sites/captcha-keys/remove";
import { setCaptchaKeys } from "@/lib/services/sites/captcha-keys/set";
import { activateSecret } from "@/lib/services/sites/secret/activate";
import { createSecret } from "@/lib/services/sites/secret/create";
import { retireSecret } from "@/lib/services/sites/secret/retire";
import { revealSecret } from "@/lib/services/sites/secret/reveal";
import { revokeSecret } from "@/lib/services/sites/secret/revoke";
import { createSecretInput } from "@/lib/services/sites/secret/schemas";

export const setAwsApiAction = defineAction(setAwsApi);
export const setCaptchaKeysAction = defineAction(setCaptchaKeys);
export const removeCaptchaKeysAction = defineAction(removeCaptchaKeys);
export const revealSecretAction = defineAction(revealSecret);
export const activateSecretAction = defineAction(activateSecret);
export const createSecretAction = defineAction(withInput(createSecretInput, createSecret));
export const retireSecretAction = defineAction(retireSecret);
export const revokeSecretAction = defineAction(revokeSecret);
export const createApiKeyAction = defineAction(createApiKey);
export const revokeApiKeyAction = defineAction(revokeApiKey);
