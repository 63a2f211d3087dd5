import { createApiKey } from "@/lib/services/people/api-key/create";
import { listApiKeys } from "@/lib/services/people/api-key/list";
import { listApiKeyUses } from "@/lib/services/people/api-key/list-uses";
import { revokeApiKey } from "@/lib/services/people/api-key/revoke";
import { listCaptchaKeys } from "@/lib/services/sites/captcha-keys/list";
import { removeCaptchaKeys } from "@/lib/services/sites/captcha-keys/remove";
import { setCaptchaKeys } from "@/lib/services/sites/captcha-keys/set";
import { activateSecret } from "@/lib/services/sites/secret/activate";
import { createSecret } from "@/lib/services/sites/secret/create";
import { listSecrets } from "@/lib/services/sites/secret/list";
import { retireSecret } from "@/lib/services/sites/secret/retire";
import { revealSecret } from "@/lib/services/sites/secret/reveal";
import { revokeSecret } from "@/lib/services/sites/secret/revoke";
import { done } from "../answers/done";
import {
  apiKeyAnswer,
  apiKeyUsesAnswer,
  captchaKeysAnswer,
  createdApiKeyAnswer,
  revokedSecretAnswer,
  secretAnswer,
  secretTextAnswer,
} from "../answers/secret";
import { listing, type Operation, operation } from "../operation";

const SECRETS = { tag: "Secrets" } as const;
const KEYS = { tag: "API keys" } as const;
const CAPTCHA = { tag: "CAPTCHA keys" } as const;
const STAGED = { secretId: "{stagedSecret}" };

/** What signs tokens, what programs show, and what CAPTCHA vendors gave. */
export const SECRET_OPERATIONS: readonly Operation[] = [
  listing(listSecrets, {
    ...{ ...SECRETS, id: "listSecrets", method: "GET", path: "/secrets" },
    summary: "List secrets",
    of: secretAnswer,
    by: ({ id }) => id,
    example: {},
  }),
  operation(createSecret, {
    ...{ ...SECRETS, id: "createSecret", method: "POST", path: "/secrets", status: 201 },
    asksApproval: true,
    summary: "Generate a secret",
    description: "It signs nothing until it is activated, unless it is the first.",
    output: secretAnswer,
    example: {},
  }),
  operation(revealSecret, {
    ...{ ...SECRETS, id: "revealSecret", method: "POST", path: "/secrets/{secretId}/reveal" },
    summary: "Show the text of a secret once",
    output: secretTextAnswer,
    example: STAGED,
  }),
  operation(activateSecret, {
    ...{ ...SECRETS, id: "activateSecret", method: "POST", path: "/secrets/{secretId}/activate" },
    asksApproval: true,
    summary: "Sign with a secret from now on",
    output: secretAnswer,
    example: STAGED,
  }),
  operation(revokeSecret, {
    ...{ ...SECRETS, id: "revokeSecret", method: "POST", path: "/secrets/{secretId}/revoke" },
    asksApproval: true,
    summary: "End a secret that leaked",
    description: "`successor` signs instead; null where another secret goes on signing.",
    output: revokedSecretAnswer,
    example: STAGED,
  }),
  operation(retireSecret, {
    ...{ ...SECRETS, id: "retireSecret", method: "DELETE", path: "/secrets/{secretId}" },
    summary: "Delete a secret that is not needed",
    output: done,
    example: STAGED,
  }),
  listing(listApiKeys, {
    ...{ ...KEYS, id: "listApiKeys", method: "GET", path: "/api-keys" },
    summary: "List API keys",
    of: apiKeyAnswer,
    by: ({ id }) => id,
    example: {},
  }),
  operation(createApiKey, {
    ...{ ...KEYS, id: "createApiKey", method: "POST", path: "/api-keys", status: 201 },
    summary: "Create an API key",
    description:
      "Its text is in this answer and nowhere else. A key gives no permission that it does not have.",
    output: createdApiKeyAnswer,
    example: { name: "Box office", scopes: ["api"], permissions: ["event:read"], validDays: 90 },
  }),
  operation(listApiKeyUses, {
    ...{ ...KEYS, id: "listApiKeyUses", method: "GET", path: "/api-keys/last-uses" },
    summary: "Tell when keys were last used",
    output: apiKeyUsesAnswer,
    example: {},
  }),
  operation(revokeApiKey, {
    ...{ ...KEYS, id: "revokeApiKey", method: "POST", path: "/api-keys/{apiKeyId}/revoke" },
    summary: "Revoke an API key",
    output: apiKeyAnswer,
    example: { apiKeyId: "{apiKey}" },
  }),
  listing(listCaptchaKeys, {
    ...{ ...CAPTCHA, id: "listCaptchaKeys", method: "GET", path: "/captcha-keys" },
    summary: "List keys of CAPTCHA vendors",
    of: captchaKeysAnswer,
    by: ({ provider }) => provider,
    example: {},
  }),
  operation(setCaptchaKeys, {
    ...{ ...CAPTCHA, id: "setCaptchaKeys", method: "PUT", path: "/captcha-keys/{provider}" },
    summary: "Set the keys of a CAPTCHA vendor",
    output: captchaKeysAnswer,
    example: {
      ...{ provider: "turnstile", siteKey: "1x00000000000000000000AA" },
      secret: "1x0000000000000000000000000000000AA",
    },
  }),
  operation(removeCaptchaKeys, {
    ...{ ...CAPTCHA, id: "removeCaptchaKeys", method: "DELETE", path: "/captcha-keys/{provider}" },
    summary: "Remove keys of a CAPTCHA vendor",
    output: done,
    example: { provider: "hcaptcha" },
  }),
];
