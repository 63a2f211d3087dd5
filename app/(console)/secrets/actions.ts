"use server";

import { defineAction } from "@/lib/http/console";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { revokeApiKey } from "@/lib/services/people/api-key/revoke";
import {
  type ApiKeyIdInput,
  apiKeyIdInput,
  type CreateApiKeyInput,
  createApiKeyInput,
} from "@/lib/services/people/api-key/schemas";
import { removeCaptchaKeys } from "@/lib/services/sites/captcha-keys/remove";
import {
  type CaptchaProviderInput,
  captchaProviderInput,
  type SetCaptchaKeysInput,
  setCaptchaKeysInput,
} from "@/lib/services/sites/captcha-keys/schemas";
import { setCaptchaKeys } from "@/lib/services/sites/captcha-keys/set";
import { activateSecret } from "@/lib/services/sites/secret/activate";
import { createSecret } from "@/lib/services/sites/secret/create";
import { retireSecret } from "@/lib/services/sites/secret/retire";
import { revealSecret } from "@/lib/services/sites/secret/reveal";
import { revokeSecret } from "@/lib/services/sites/secret/revoke";
import {
  type CreateSecretInput,
  createSecretInput,
  type SecretIdInput,
  secretIdInput,
} from "@/lib/services/sites/secret/schemas";

const setKeys = defineAction(setCaptchaKeysInput, setCaptchaKeys);
const removeKeys = defineAction(captchaProviderInput, removeCaptchaKeys);
const reveal = defineAction(secretIdInput, revealSecret);
const activate = defineAction(secretIdInput, activateSecret);
const create = defineAction(createSecretInput, createSecret);
const retire = defineAction(secretIdInput, retireSecret);
const revoke = defineAction(secretIdInput, revokeSecret);
const createKey = defineAction(createApiKeyInput, createApiKey);
const revokeKey = defineAction(apiKeyIdInput, revokeApiKey);

export async function setCaptchaKeysAction(input: SetCaptchaKeysInput) {
  return setKeys(input);
}

export async function removeCaptchaKeysAction(input: CaptchaProviderInput) {
  return removeKeys(input);
}

export async function createSecretAction(input: CreateSecretInput) {
  return create(input);
}

export async function revealSecretAction(input: SecretIdInput) {
  return reveal(input);
}

export async function activateSecretAction(input: SecretIdInput) {
  return activate(input);
}

export async function retireSecretAction(input: SecretIdInput) {
  return retire(input);
}

export async function revokeSecretAction(input: SecretIdInput) {
  return revoke(input);
}

export async function createApiKeyAction(input: CreateApiKeyInput) {
  return createKey(input);
}

export async function revokeApiKeyAction(input: ApiKeyIdInput) {
  return revokeKey(input);
}
