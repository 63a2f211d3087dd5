import { isDeepStrictEqual } from "node:util";
import { withAdvisoryLock } from "@/lib/db/advisory-lock";
import type { Tx } from "@/lib/db/client";
import { scopesOf } from "@/lib/domain/api-key/scopes";
import { isCaptchaProvider } from "@/lib/domain/challenge/challenge-setting";
import {
  type PublishedCustomer,
  readPublishedCustomer,
  writePublishedCustomer,
} from "@/lib/line/commands/published";
import { removeOtherLists } from "@/lib/line/commands/published-address-lists";
import type { Redis } from "@/lib/line/redis-client";
import { createLogger } from "@/lib/platform/observability/logger";
import { noticeMeans } from "@/lib/services/operation/notice/means";
import { removeIfOff } from "@/lib/services/relay/status-page/publish";
import { publishedAwsApi } from "@/lib/services/sites/aws-api/aws-api-view";
import { signPublication } from "@/lib/services/sites/publication/sign";
import { nameSecretKeys } from "@/lib/services/sites/secret/name-keys";
import { addressListIndexOf, writeMissingLists } from "./address-list-fields";
import { changedThemeFields, themeIndexOf } from "./theme-fields";
import { writeReports } from "./write-reports";

const log = createLogger("worker");

/**
 * Writes what Postgres says about a customer to Redis. One process at a time reads and writes, so that
 * an older state never overwrites a newer one: a revoked key stays revoked. Repeating it changes
 * nothing. Published reports follow at the end: if that fails, the log says so, and the next reconciliation tries again.
 */
export async function writeCustomerToRedis(
  redis: Redis,
  customerId: string,
): Promise<"written" | "unchanged" | "gone"> {
  const outcome = await writeStateToRedis(redis, customerId);
  await removeIfOff(redis, customerId);
  if (outcome !== "gone")
    await writeReports(redis, customerId).catch((error: unknown) =>
      log.error({ err: error, customerId }, "Published reports were not written to Redis."),
    );
  return outcome;
}

function writeStateToRedis(
  redis: Redis,
  customerId: string,
): Promise<"written" | "unchanged" | "gone"> {
  return withAdvisoryLock(`publish:${customerId}`, async (tx) => {
    const wanted = await readCustomer(tx, customerId);
    if (wanted === null) return "gone";
    const { wireId, state } = wanted;
    const held = await readPublishedCustomer(redis, wireId);
    const customer = { id: customerId, wireId };
    await writeMissingLists(tx, redis, customer, state.addressLists ?? {});
    const fields = await changedThemeFields(tx, redis, {
      customer,
      held: held?.themes ?? null,
      wanted: state.themes,
    });
    if (held !== null && fields === null) {
      const { version: _version, ...current } = held;
      if (isDeepStrictEqual(current, state)) return "unchanged";
    }
    await writePublishedCustomer(redis, wireId, state, fields ?? undefined);
    await removeOtherLists(redis, wireId, Object.values(state.addressLists ?? {}));
    return "written";
  });
}

/** Finds events that tell visitors of their turn. */
export const WITH_NOTICES = ["mail", "push"].map((by) => ({
  settings: { path: ["notices", by], equals: true },
}));

async function readCustomer(
  tx: Tx,
  customerId: string,
): Promise<{ wireId: string; state: PublishedCustomer } | null> {
  const customer = await tx.customer.findUnique({
    where: { id: customerId },
    select: {
      wireId: true,
      browserRules: true,
      // One is enough.
      events: { where: { OR: WITH_NOTICES }, select: { settings: true }, take: 1 },
      secrets: {
        select: { id: true, sealed: true, active: true, event: { select: { wireId: true } } },
        orderBy: [{ active: "desc" }, { createdAt: "desc" }, { id: "asc" }],
      },
      captchaKeys: {
        select: { provider: true, siteKey: true, sealed: true },
        orderBy: { provider: "asc" },
      },
      awsApi: true,
      apiKeys: {
        where: { revokedAt: null },
        select: { id: true, hash: true, scopes: true, expiresAt: true },
        orderBy: { id: "asc" },
      },
      staffLinks: {
        where: { revokedAt: { not: null }, expiresAt: { gt: new Date() } },
        select: { id: true },
        orderBy: { id: "asc" },
      },
      publications: { orderBy: { version: "desc" }, take: 1 },
    },
  });
  if (customer === null) return null;
  await nameSecretKeys(tx, { id: customerId, wireId: customer.wireId });
  const [latest] = customer.publications;
  const signed = latest && (await signPublication(tx, { id: customerId, ...customer }, latest));
  const configKeys = await tx.configKey.findMany({
    where: { customerId },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
  return {
    wireId: customer.wireId,
    state: {
      secrets: customer.secrets.map(({ id, sealed, active, event }) => ({
        id,
        sealed,
        eventId: event?.wireId ?? null,
        isActive: active,
      })),
      captchaKeys: customer.captchaKeys.flatMap(({ provider, ...keys }) =>
        isCaptchaProvider(provider) ? [{ provider, ...keys }] : [],
      ),
      apiKeys: customer.apiKeys.map(({ id, hash, scopes, expiresAt }) => ({
        id,
        hash,
        scopes: scopesOf(scopes),
        expiresAtMs: expiresAt?.getTime() ?? null,
      })),
      awsApi: publishedAwsApi(customer.awsApi),
      revokedStaffLinks: customer.staffLinks.map(({ id }) => id),
      config: signed?.text ?? null,
      configVersion: latest?.version ?? 0,
      alwaysWaitRules: latest?.alwaysWaitRules ?? [],
      browserRules: customer.browserRules,
      configSignature: signed ? { keyId: signed.keyId, signature: signed.signature } : null,
      noticeMeans: await noticeMeans(tx, customer.events),
      configKeys: configKeys.map(({ keyId, publicKey, createdAt }) => ({
        keyId,
        publicKey,
        sinceMs: createdAt.getTime(),
      })),
      themes: await themeIndexOf(tx, customerId),
      addressLists: await addressListIndexOf(tx, customerId),
    },
  };
}
