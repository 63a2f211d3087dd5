import { createMac, type Mac } from "@/connectors/src/adapters/node/mac";
import { mintQueueToken } from "@/connectors/src/core";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { Permit } from "@/lib/domain/line/permit";
import type { WireRef } from "@/lib/line/keys";
import { type MasterKey, sealedWith, unseal } from "@/lib/secrets/seal";
import { HttpError } from "@/waiting-room/http/http";
import type { CachedCustomer } from "./customer-memory";

const KEPT = 10_000;

/**
 * Unseals customers' secrets, each once, and signs queue tokens with the active one: the event's own secret
 * if there is one, else the customer's.
 */
export function createCustomerSecrets(
  masters: readonly MasterKey[],
  onCannotOpen: () => void = () => undefined,
) {
  const opened = new Map<string, string>();
  const macs = new Map<string, Mac>();

  function activeSecret(event: WireRef, customer: CachedCustomer | null): string {
    const active = customer?.secrets.filter(({ isActive }) => isActive) ?? [];
    const signs =
      active.find(({ eventId }) => eventId === event.eventId) ??
      active.find(({ eventId }) => eventId === null);
    if (signs === undefined) throw new HttpError("no-secret", 30_000);
    return openSecret(event.customerId, signs.sealed);
  }

  function secretsOf(
    customerId: string,
    customer: CachedCustomer | null,
    scope: string | null,
  ): string[] {
    const secrets = customer?.secrets.filter(({ eventId }) => eventId === scope) ?? [];
    return secrets.map(({ sealed }) => openSecret(customerId, sealed));
  }

  function openSecret(customerId: string, sealed: string): string {
    const known = opened.get(sealed);
    if (known !== undefined) return known;
    if (sealedWith(masters, sealed) === "unknown") onCannotOpen();
    const secret = unseal(masters, `secret:${customerId}`, sealed);
    if (opened.size >= KEPT) opened.clear();
    opened.set(sealed, secret);
    return secret;
  }

  /** HMAC-SHA256 as lower-case hex, as the connector core wants it. */
  function hmac(secret: string, message: string): string {
    const known = macs.get(secret);
    if (known !== undefined) return known(message, "hex");
    if (macs.size >= KEPT) macs.clear();
    const mac = createMac(secret);
    macs.set(secret, mac);
    return mac(message, "hex");
  }

  return {
    /** The secrets that verify at one event: those of the customer and those of this event alone. */
    verifyingSecrets(
      { customerId, eventId }: WireRef,
      customer: CachedCustomer | null,
    ): { readonly ofCustomer: readonly string[]; readonly ofEvent: readonly string[] } {
      return {
        ofCustomer: secretsOf(customerId, customer, null),
        ofEvent: secretsOf(customerId, customer, eventId),
      };
    },

    /** HMAC-SHA256 as lower-case hex; what a secret needs is kept. */
    hmac,

    /** The secret that signs for an event. Throws `HttpError` when there is none. */
    signingSecret: activeSecret,

    /**
     * The queue token of an admission, for an event that may let somebody in now: always the same bytes for the same admission and secret. Throws
     * `HttpError` when there is no secret to sign with.
     */
    queueToken(
      _permit: Permit,
      settings: EventSettings,
      customer: CachedCustomer | null,
      admission: ShownAdmission,
    ): string {
      // Written out: a spread costs each entry more than the rest of this.
      const fields = fieldsOfAdmission(settings, admission);
      return mintQueueToken(
        {
          eventId: fields.eventId,
          queueId: fields.queueId,
          expiresUnixSeconds: fields.expiresUnixSeconds,
          extendableCookie: isSlidingSession(settings),
          cookieValidityMinutes: fields.cookieValidityMinutes,
          redirectType: fields.redirectType,
          clientIp: admission.address ?? undefined,
          userAgent: admission.userAgent ?? undefined,
        },
        activeSecret(settings, customer),
        hmac,
      );
    },
  };
}

/** An admission as a site is told of it. */
export type ShownAdmission = {
  readonly queueId: string;
  readonly admittedAtMs: number;
  readonly redirectType: string;
  readonly address: string | null;
  /** The user agent that it is bound to; null or absent: none. */
  readonly userAgent?: string | null;
};

/** What a queue token and a pass both say. */
export function fieldsOfAdmission(settings: EventSettings, admission: ShownAdmission) {
  return {
    eventId: settings.eventId,
    queueId: admission.queueId,
    expiresUnixSeconds: tokenExpiresUnixSeconds(settings, admission.admittedAtMs),
    cookieValidityMinutes: isSlidingSession(settings) ? undefined : settings.sessionMinutes,
    redirectType: admission.redirectType,
  };
}

export type CustomerSecrets = ReturnType<typeof createCustomerSecrets>;

/**
 * True when each visit extends the session. Not under an active cap: there a seat is a lease of fixed length,
 * and the session must not outlive it.
 */
export function isSlidingSession({ sessionMode, activeCap }: EventSettings): boolean {
  return sessionMode === "sliding" && activeCap === null;
}

/** `ts` of a token: the second of the admission plus the validity. Repeating never extends it. */
export function tokenExpiresUnixSeconds(settings: EventSettings, admittedAtMs: number): number {
  return Math.floor(admittedAtMs / 1_000) + settings.queueTokenValiditySeconds;
}
