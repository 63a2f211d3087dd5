import { randomBytes } from "node:crypto";
import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import type { EventSettings } from "@/lib/domain/event/settings";
import { SINGLE_LANE } from "@/lib/domain/lane/lane";
import type { Protection } from "@/lib/domain/protection/protection";
import type { Theme } from "@/lib/domain/theme/theme";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent, writePublishedCustomer } from "@/lib/line/commands/published";
import { NO_THEMES, themeField } from "@/lib/line/commands/published-themes";
import { eventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { type MasterKey, seal } from "@/lib/secrets/seal";

const CALLED_AGO_MS = 30_000;

export const CUSTOMER_ID = "benchco";

/** Makes the customer known to the waiting rooms, with a secret to sign tokens with, and themes by their keys. */
export async function publishCustomer(
  redis: Redis,
  master: MasterKey,
  themes: Readonly<Record<string, Theme>> = {},
): Promise<void> {
  const secret = randomBytes(54).toString("base64url");
  const published = Object.entries(themes).map(([key, theme]) => {
    return [key, { revision: randomBytes(6).toString("hex"), theme, assets: {} }] as const;
  });
  const set = published.map(([key, theme]) => [themeField(key), JSON.stringify(theme)]);
  const revisions = published.map(([key, { revision }]) => [key, revision]);
  const sealed = seal(master, `secret:${CUSTOMER_ID}`, secret);
  const customer = {
    secrets: [{ id: "sec_1", sealed, eventId: null, isActive: true }],
    ...{ apiKeys: [], revokedStaffLinks: [], alwaysWaitRules: [], browserRules: false },
    ...{ config: null, configVersion: 0, configSignature: null, configKeys: [] },
    themes: { ...NO_THEMES, revisions: Object.fromEntries(revisions) },
  };
  const fields = { set: Object.fromEntries(set), remove: [] };
  await writePublishedCustomer(redis, CUSTOMER_ID, customer, fields);
}

/**
 * An open event whose line holds `called` numbers that may enter, and `waiting` behind them. Of the numbers
 * below `present` their holders have said that they are there: while none of them enters, the line moves on
 * at its outflow, and without them as fast as it may.
 */
export async function openEvent(
  redis: Redis,
  event: {
    readonly eventId: string;
    readonly outflowPerMinute: number;
    readonly waiting: number;
    readonly called?: number;
    readonly present?: number;
    /** Null or left out, nobody is held back. */
    readonly protection?: Protection | null;
    /** Left out, one as long as that of every event; null as before events had one. */
    readonly incarnation?: string | null;
  },
): Promise<EventSettings> {
  const { eventId, outflowPerMinute, waiting, called = 0, present = 0 } = event;
  const { protection = null, incarnation = INCARNATION } = event;
  const settings = { ...settingsOf(eventId), outflowPerMinute, protection, incarnation };
  await createRun(redis, settings);
  const last = called + waiting;
  // They were called a while ago: a line that called them all at once would have to count them all.
  const history = `${Date.now() - CALLED_AGO_MS}:${called}:0:${last};`;
  await redis.hset(eventKeys(settings).line, { last, joined: last, serving: called, history });
  const everyBit = Buffer.alloc(Math.floor(present / 8), 0xff);
  await redis.setrange(eventKeys(settings).confirmed, 0, everyBit);
  await publishEvent(redis, settings, null);
  return settings;
}

const INCARNATION = "b3nchm4rk000";

export function settingsOf(eventId: string): EventSettings {
  return {
    ...{ version: 1, customerId: CUSTOMER_ID, eventId, incarnation: INCARNATION, runId: 1 },
    ...{ name: "A sale that many want", kind: "always-on", status: "open" },
    ...{ paused: false, pauseMessage: null, admission: null, absenceMinutes: null },
    ...{ startAtMs: null, preQueueMinutes: EVENT_DEFAULTS.preQueueMinutes, endAtMs: null },
    ...{ timeZone: "UTC", targetUrl: "https://shop.example/tickets", allowedHosts: [] },
    ...{ inviteOnly: false, method: "fifo", queueAll: true, lanes: SINGLE_LANE, lineLimit: null },
    ...{ outflowPerMinute: 600, safetyNetPerMinute: null, safetyNetActive: null, activeCap: null },
    ...{ bindsToAddress: false, afterEvent: null, draw: null, sealedKey: null },
    queueTokenValiditySeconds: EVENT_DEFAULTS.queueTokenValiditySeconds,
    ...{ sessionMinutes: EVENT_DEFAULTS.sessionMinutes, sessionMode: "sliding" },
    ...{ unitsPerAdmission: EVENT_DEFAULTS.unitsPerAdmission, waitingStatusCode: 200 },
    brand: { name: "Bench", colour: EVENT_DEFAULTS.brandColour, logo: null },
  };
}
