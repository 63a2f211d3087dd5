import type { TableData } from "./held-data";

/** The tables of what a customer has set up for its sites, which say nothing about any person. */
export const SET_UP_IN_POSTGRES = {
  Rule: {
    plain: [
      "managedBy",
      "id",
      "customerId",
      "name",
      "position",
      "actionType",
      "action",
      "triggers",
      "lane",
      "alwaysWait",
      "createdAt",
      "updatedAt",
    ],
  },
  EventTemplate: {
    plain: ["id", "customerId", "name", "settings", "logo", "logoContentType", "createdAt"],
  },
  SavedMessage: { plain: ["id", "customerId", "name", "texts", "createdAt"] },
  ConfigKey: {
    plain: ["id", "customerId", "keyId", "publicKey", "activatedAt", "createdAt"],
    secret: ["sealed"],
  },
  CustomerHost: {
    plain: [
      "id",
      "customerId",
      "host",
      "token",
      "verifiedHost",
      "verifiedAt",
      "lastCheckedAt",
      "failures",
      "createdAt",
    ],
  },
  ConfigPush: {
    plain: [
      "customerId",
      "url",
      "version",
      "attempts",
      "nextAttemptAt",
      "attemptedAt",
      "problem",
      "deliveredVersion",
      "deliveredAt",
      "createdAt",
    ],
  },
  Secret: {
    plain: [
      "id",
      "customerId",
      "eventId",
      "hint",
      "keyId",
      "active",
      "activatedAt",
      "revealedAt",
      "createdAt",
    ],
    secret: ["sealed"],
  },
  CaptchaKey: {
    plain: ["id", "customerId", "provider", "siteKey", "hint", "createdAt", "updatedAt"],
    secret: ["sealed"],
  },
  AwsApi: {
    plain: [
      ...["customerId", "isOn", "keyId", "keyMadeAt"],
      ...["accessKeyId", "apiKeyId", "createdAt"],
    ],
    secret: ["sealed", "clients"],
  },
  ApiKey: {
    plain: [
      ...["id", "customerId", "name", "prefix", "scopes", "permissions", "eventIds", "createdBy"],
      ...["expiresAt", "createdAt", "revokedAt"],
    ],
    secret: ["hash"],
  },
  InstallationKey: {
    plain: ["id", "name", "prefix", "permissions", "expiresAt", "createdAt", "revokedAt"],
    secret: ["hash"],
  },
  ApiAnswer: {
    plain: ["apiKeyId", "key", "requestHash", "status", "createdAt"],
    secret: ["sealed"],
  },
} as const satisfies Readonly<Record<string, TableData>>;
