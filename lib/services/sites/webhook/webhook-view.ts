import type { WebhookEndpoint, WebhookOff } from "@/lib/db/generated/client";

/** An endpoint as screens and programs see it: never its secret. */
export type WebhookView = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** Null: all types. */
  readonly types: readonly string[] | null;
  /** Null: all events. */
  readonly eventIds: readonly string[] | null;
  readonly isOn: boolean;
  /** Why it is off: a person turned it off, nothing arrived for three days, or it answered 410 (Gone). */
  readonly offBecause: WebhookOff | null;
  readonly offAt: string | null;
  /** Since when nothing has arrived; null: what was sent last has arrived. */
  readonly failingSince: string | null;
  /** Until when the secret before this one signs as well; null: it signs no more. */
  readonly oldSecretUntil: string | null;
  readonly version: number;
  readonly createdAt: string;
};

export function toWebhookView(row: WebhookEndpoint, now = new Date()): WebhookView {
  const { id, name, url, isOn, offBecause, version } = row;
  const until = row.beforeUntil !== null && row.beforeUntil > now ? row.beforeUntil : null;
  return {
    ...{ id, name, url, isOn, offBecause, version },
    types: nullIfEmpty(row.types),
    eventIds: nullIfEmpty(row.eventIds),
    offAt: row.offAt?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    oldSecretUntil: until?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

function nullIfEmpty(list: readonly string[]): readonly string[] | null {
  return list.length === 0 ? null : list;
}
