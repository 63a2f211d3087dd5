import type { ApiKeyScope } from "@/lib/domain/api-key/scopes";
import type { CaptchaProvider } from "@/lib/domain/challenge/challenge-setting";
import type { EventSettings } from "@/lib/domain/event/settings";
import { NO_MEANS, type NoticeMeans } from "@/lib/domain/notice/notice-setting";
import { eventKeys, publishedKey, type WireRef } from "../keys";
import type { Redis } from "../redis-client";
import { type PutReply, runPutSettings, settingsFields } from "../scripts/settings";
import type { AddressListIndex } from "./published-address-lists";
import { NO_THEMES, type ThemeFields, type ThemeIndex } from "./published-themes";
import { tickEvent } from "./tick";

/** A secret as Redis and Postgres keep it: sealed with the master key. */
export type PublishedSecret = {
  readonly id: string;
  readonly sealed: string;
  /** The event that it signs for, by its wire id; null for all that have no secret of their own. */
  readonly eventId: string | null;
  /** At most one of each scope. */
  readonly isActive: boolean;
};
/** Only SHA-256 of the key is known. `expiresAtMs`: by the clock of the wall; null: never. */
export type PublishedApiKey = {
  readonly id: string;
  readonly hash: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly expiresAtMs: number | null;
};

/** Who signed the config: 64 bytes in base64url over its bytes. */
export type PublishedSignature = { readonly keyId: string; readonly signature: string };
/** A key that may have signed configs; `publicKey` is 32 bytes in base64url. */
export type PublishedConfigKey = {
  readonly keyId: string;
  readonly publicKey: string;
  readonly sinceMs: number;
};

/** A customer's keys of one vendor; the secret is sealed as in Postgres. */
export type PublishedCaptchaKeys = {
  readonly provider: CaptchaProvider;
  readonly siteKey: string;
  readonly sealed: string;
};

/** A program that signs visitors in through the waiting room, by OpenID Connect. */
export type PublishedAwsClient = {
  /** Its client id, and the event in whose line its visitors wait. */
  readonly eventId: string;
  /** Exactly these. */
  readonly redirectUris: readonly string[];
  /** SHA-256 of its secret, as hex. */
  readonly secretHash: string;
};

/** A customer's API of Virtual Waiting Room on AWS; what they sign with is sealed as in Postgres. */
export type PublishedAwsApi = {
  readonly sealed: string;
  readonly clients: readonly PublishedAwsClient[];
};

export type PublishedCustomer = {
  /** Active ones first. */
  readonly secrets: readonly PublishedSecret[];
  readonly apiKeys: readonly PublishedApiKey[];
  /** Ids of staff links that were revoked and have not expired yet. */
  readonly revokedStaffLinks: readonly string[];
  /** The exact JSON that connectors pull; null before the first publication. */
  readonly config: string | null;
  readonly configVersion: number;
  /** Names of the published rules whose visitors always see the waiting page: `man` on the wire. */
  readonly alwaysWaitRules: readonly string[];
  /** True when the rules may be read by everybody, as the browser connector needs it. */
  readonly browserRules: boolean;
  readonly configSignature: PublishedSignature | null;
  /** The newest first. */
  readonly configKeys: readonly PublishedConfigKey[];
  readonly themes: ThemeIndex;
  /** At most one of each vendor; absent before a worker has said so. */
  readonly captchaKeys?: readonly PublishedCaptchaKeys[];
  /** Absent before a worker has said so: none. */
  readonly addressLists?: AddressListIndex;
  /** How the installation can tell visitors of their turn; absent before a worker has said so. */
  readonly noticeMeans?: NoticeMeans;
  /** Null, or absent before a worker has said so, where the customer has not turned them on. */
  readonly awsApi?: PublishedAwsApi | null;
};

const NO_FIELDS: ThemeFields = { set: {}, remove: [] };

/** Replaces what the visitor path knows about a customer, whole; of themes and files what has changed. */
export async function writePublishedCustomer(
  redis: Redis,
  customerId: string,
  customer: PublishedCustomer,
  themeFields: ThemeFields = NO_FIELDS,
): Promise<void> {
  const key = publishedKey(customerId);
  const transaction = redis
    .multi()
    .hset(key, {
      secrets: JSON.stringify(customer.secrets),
      apiKeys: JSON.stringify(customer.apiKeys),
      revokedStaffLinks: JSON.stringify(customer.revokedStaffLinks),
      configVersion: String(customer.configVersion),
      alwaysWaitRules: JSON.stringify(customer.alwaysWaitRules),
      browserRules: JSON.stringify(customer.browserRules),
      configSignature: JSON.stringify(customer.configSignature),
      configKeys: JSON.stringify(customer.configKeys),
      themes: JSON.stringify(customer.themes),
      addressLists: JSON.stringify(customer.addressLists ?? {}),
      ...themeFields.set,
      captchaKeys: JSON.stringify(customer.captchaKeys ?? []),
      noticeMeans: JSON.stringify(customer.noticeMeans ?? NO_MEANS),
      awsApi: JSON.stringify(customer.awsApi ?? null),
    })
    .hincrby(key, "version", 1);
  if (customer.config === null) transaction.hdel(key, "config");
  else transaction.hset(key, "config", customer.config);
  if (themeFields.remove.length > 0) transaction.hdel(key, ...themeFields.remove);
  await transaction.exec();
}

/** True where `writePublishedCustomer` has written, and Redis has not lost it; settings of events alone are not enough. */
export async function areSecretsPublished(redis: Redis, customerId: string): Promise<boolean> {
  return (await redis.hexists(publishedKey(customerId), "secrets")) === 1;
}

/** Reads what `writePublishedCustomer` wrote, with the version of the hash; null when nothing is there. */
export async function readPublishedCustomer(
  redis: Redis,
  customerId: string,
): Promise<(PublishedCustomer & { readonly version: number }) | null> {
  const fields = await redis.hmget(publishedKey(customerId), ...CUSTOMER_FIELDS);
  const held = new Map(CUSTOMER_FIELDS.map((name, index) => [name, fields[index] ?? null]));
  const version = held.get("version") ?? null;
  if (version === null) return null;
  // Written by writePublishedCustomer only.
  const json = (name: (typeof CUSTOMER_FIELDS)[number], absent: string) =>
    JSON.parse(held.get(name) ?? absent);
  return {
    version: Number(version),
    secrets: readSecrets(held.get("secrets") ?? "[]"),
    apiKeys: readApiKeys(held.get("apiKeys") ?? "[]"),
    revokedStaffLinks: json("revokedStaffLinks", "[]") as string[],
    config: held.get("config") ?? null,
    configVersion: Number(held.get("configVersion") ?? 0),
    browserRules: json("browserRules", "false") as boolean,
    configSignature: json("configSignature", "null") as PublishedSignature | null,
    configKeys: json("configKeys", "[]") as PublishedConfigKey[],
    alwaysWaitRules: json("alwaysWaitRules", "[]") as string[],
    themes: json("themes", JSON.stringify(NO_THEMES)) as ThemeIndex,
    captchaKeys: json("captchaKeys", "[]") as PublishedCaptchaKeys[],
    addressLists: json("addressLists", "{}") as AddressListIndex,
    noticeMeans: { ...NO_MEANS, ...(json("noticeMeans", "{}") as Partial<NoticeMeans>) },
    awsApi: json("awsApi", "null") as PublishedAwsApi | null,
  };
}

/** Where a secret does not say for what it is, it is for all events, and the first one signs. */
function readSecrets(text: string): PublishedSecret[] {
  const secrets = JSON.parse(text) as (Omit<PublishedSecret, "eventId" | "isActive"> &
    Partial<PublishedSecret>)[];
  return secrets.map((secret, index) => ({ eventId: null, isActive: index === 0, ...secret }));
}

/** A key that does not say what it is for may pull. */
function readApiKeys(text: string): PublishedApiKey[] {
  const apiKeys = JSON.parse(text) as (Omit<PublishedApiKey, "scopes" | "expiresAtMs"> &
    Partial<PublishedApiKey>)[];
  return apiKeys.map((apiKey) => ({ scopes: ["pull"], expiresAtMs: null, ...apiKey }));
}

const CUSTOMER_FIELDS = [
  "version",
  "secrets",
  "apiKeys",
  "revokedStaffLinks",
  "config",
  "configVersion",
  "browserRules",
  "configSignature",
  "configKeys",
  "alwaysWaitRules",
  "themes",
  "captchaKeys",
  "addressLists",
  "noticeMeans",
  "awsApi",
] as const;

/**
 * Makes settings known to the waiting rooms and puts them into force in the line. A version never
 * falls while it is the same event. Answers what the line said: `LOST` and `RUN` mean that its run has to be created first.
 */
export async function publishEvent(
  redis: Redis,
  settings: EventSettings,
  logoBase64: string | null,
): Promise<PutReply> {
  const reply = await putSettings(redis, settings);
  const key = publishedKey(settings.customerId);
  const held = await readPublishedEvent(redis, settings.customerId, settings.eventId);
  const isSame = held?.incarnation === settings.incarnation;
  if (held !== null && isSame && held.version > settings.version) return reply;
  const { incarnation, ...published } = settings;
  const transaction = redis
    .multi()
    .hset(key, eventField(settings), JSON.stringify(published))
    // Apart: workers of the version before know nothing of it, and must not take it away.
    .hset(key, incarnationField(settings), incarnation ?? "");
  if (logoBase64 !== null && settings.brand.logo !== null) {
    transaction.hset(key, `logo:${settings.brand.logo.hash}`, logoBase64);
  }
  await transaction.hincrby(key, "version", 1).exec();
  return reply;
}

/**
 * Puts settings into force in the line alone, as a process does from memory after a loss. Where they end the run, the line is
 * moved on once more, because nobody else may do so any more.
 */
export async function putSettings(redis: Redis, settings: EventSettings): Promise<PutReply> {
  const { runId, version } = settings;
  const fields = settingsFields(settings);
  const reply = await runPutSettings(redis, eventKeys(settings), { runId, version }, fields);
  const isOver = settings.isClosed === true || settings.status !== "open";
  if (reply.status === "OK" && isOver) await tickEvent(redis, settings);
  return reply.status;
}

export async function readPublishedEvent(
  redis: Redis,
  customerId: string,
  eventId: string,
): Promise<EventSettings | null> {
  const event = { customerId, eventId };
  const fields = [eventField(event), incarnationField(event)];
  const [text, incarnation] = await redis.hmget(publishedKey(customerId), ...fields);
  if (typeof text !== "string") return null;
  // Written by publishEvent only.
  const published = JSON.parse(text) as Omit<EventSettings, "incarnation">;
  return { ...published, incarnation: incarnation || null };
}

/** True while something is published of a customer: Redis has not lost it, and it was not deleted. */
export async function isCustomerPublished(redis: Redis, customerId: string): Promise<boolean> {
  return (await redis.hexists(publishedKey(customerId), "version")) === 1;
}

/** The fields of what is published of an event. */
export function publishedFields(event: WireRef): readonly string[] {
  return [eventField(event), incarnationField(event)];
}

function eventField({ eventId }: WireRef): string {
  return `event:${eventId}`;
}

function incarnationField({ eventId }: WireRef): string {
  return `incarnation:${eventId}`;
}

export async function readLogo(
  redis: Redis,
  customerId: string,
  hash: string,
): Promise<Buffer | null> {
  const text = await redis.hget(publishedKey(customerId), `logo:${hash}`);
  return text === null ? null : Buffer.from(text, "base64");
}
