"use server";

import { getServiceContext } from "@/lib/auth/get-service-context";
import { defineAction } from "@/lib/http/console";
import { runAction } from "@/lib/http/run-action";
import { createApiKey } from "@/lib/services/api-key/create";
import { revokeApiKey } from "@/lib/services/api-key/revoke";
import {
  type ApiKeyIdInput,
  apiKeyIdInput,
  type CreateApiKeyInput,
  createApiKeyInput,
} from "@/lib/services/api-key/schemas";
import { activateSecret } from "@/lib/services/secret/activate";
import { createSecret } from "@/lib/services/secret/create";
import { deleteSecret } from "@/lib/services/secret/delete";
import { revealSecret } from "@/lib/services/secret/reveal";
import { type SecretIdInput, secretIdInput } from "@/lib/services/secret/schemas";

const reveal = defineAction(secretIdInput, revealSecret);
const activate = defineAction(secretIdInput, activateSecret);
const remove = defineAction(secretIdInput, deleteSecret);
const createKey = defineAction(createApiKeyInput, createApiKey);
const revokeKey = defineAction(apiKeyIdInput, revokeApiKey);

export async function createSecretAction() {
  return runAction(async () => createSecret(await getServiceContext()));
}

export async function revealSecretAction(input: SecretIdInput) {
  return reveal(input);
}

export async function activateSecretAction(input: SecretIdInput) {
  return activate(input);
}

export async function deleteSecretAction(input: SecretIdInput) {
  return remove(input);
}

export async function createApiKeyAction(input: CreateApiKeyInput) {
  return createKey(input);
}

export async function revokeApiKeyAction(input: ApiKeyIdInput) {
  return revokeKey(input);
}
