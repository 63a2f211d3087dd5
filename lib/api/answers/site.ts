import { z } from "zod";
import { moment } from "./event";
import { named } from "./names";

const list = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  kind: z.enum(["typed", "feed"]),
  counts: z.boolean(),
  url: z.string().nullable(),
  everyMinutes: z.number().int(),
  entries: z.number().int(),
  ranges: z.number().int(),
  bytes: z.number().int(),
  skipped: z.number().int(),
  loadedAt: moment.nullable(),
  askedAt: moment.nullable(),
  dueAt: moment.nullable(),
  lastError: z.string().nullable(),
  version: z.number().int(),
});

/** An address list without its addresses. */
export const listedAddressListAnswer = named("ListedAddressList", list);

/** An address list with what was typed. */
export const addressListAnswer = named("AddressList", list.extend({ text: z.string() }));

/** A host of the customer's own, and what it has to show. */
export const hostAnswer = named(
  "Host",
  z.object({
    id: z.string(),
    host: z.string(),
    isVerified: z.boolean(),
    verifiedAt: moment.nullable(),
    lastCheckedAt: moment.nullable(),
    failures: z.number().int(),
    token: z.string(),
    dns: z.object({ name: z.string(), value: z.string() }),
    fileUrl: z.string(),
  }),
);

const pullState = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["waiting", "current", "unconfirmed", "silent"]) }),
  z.object({ type: z.literal("behind"), versions: z.number().int(), refuses: z.boolean() }),
]);

/** A connector that asked for the rules within the last week. */
export const connectorAnswer = named(
  "Connector",
  z.object({
    key: z.string(),
    name: z.string(),
    runtime: z.string().nullable(),
    network: z.string(),
    apiKeyName: z.string(),
    isApiKeyRevoked: z.boolean(),
    keyIds: z.array(z.string()).nullable(),
    servedVersion: z.number().int(),
    configVersion: z.number().int().nullable(),
    runsVersion: z.number().int(),
    seenAt: moment,
    state: pullState,
  }),
);

/** What connectors have reported of an event. */
export const connectorReportAnswer = named(
  "ConnectorReport",
  z.object({
    eventId: z.string(),
    name: z.string(),
    used: z.number().int(),
    refused: z.number().int(),
    failOpen: z.number().int(),
    reportedAt: moment,
  }),
);

/** How one thing stands that a sale depends on. */
export const readinessCheckAnswer = named(
  "ReadinessCheck",
  z.object({
    id: z.string(),
    title: z.string(),
    state: z.enum(["fine", "look", "wrong", "unknown"]),
    why: z.string(),
    todo: z.object({ label: z.string(), href: z.string() }).nullable(),
  }),
);

export const debugTokenAnswer = z.object({ url: z.string(), expiresAt: moment });
