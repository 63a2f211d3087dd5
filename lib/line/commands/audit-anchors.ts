import { AUDIT_ALARMS_KEY, AUDIT_ANCHORS_KEY } from "../keys";
import type { Redis } from "../redis-client";

/** The alarm that is about no one customer: all anchors were lost. No customer's id is so short. */
export const ALL_ANCHORS = "*";

/** The last anchor of each customer's audit log, as a line of text, by the customer's wire id. */
export async function readAuditAnchors(redis: Redis): Promise<ReadonlyMap<string, string>> {
  return new Map(Object.entries(await redis.hgetall(AUDIT_ANCHORS_KEY)));
}

/** That of one customer; null where there is none. */
export async function readAuditAnchor(redis: Redis, customerId: string): Promise<string | null> {
  return redis.hget(AUDIT_ANCHORS_KEY, customerId);
}

export async function writeAuditAnchors(
  redis: Redis,
  anchors: ReadonlyMap<string, string>,
): Promise<void> {
  if (anchors.size > 0) await redis.hset(AUDIT_ANCHORS_KEY, Object.fromEntries(anchors));
}

/** What was found when logs were compared with their anchors: since when, by the customer's wire id. */
export async function readAuditAlarms(redis: Redis): Promise<ReadonlyMap<string, string>> {
  return new Map(Object.entries(await redis.hgetall(AUDIT_ALARMS_KEY)));
}

/** Raises an alarm, which keeps the time at which it was raised first. */
export async function raiseAuditAlarm(redis: Redis, of: string, at: string): Promise<void> {
  await redis.hsetnx(AUDIT_ALARMS_KEY, of, at);
}

export async function dropAuditAlarm(redis: Redis, of: string): Promise<void> {
  await redis.hdel(AUDIT_ALARMS_KEY, of);
}

/** Whether any alarm is raised. */
export async function hasAuditAlarm(redis: Redis): Promise<boolean> {
  return (await redis.hlen(AUDIT_ALARMS_KEY)) > 0;
}

/** Nothing is compared with what a customer that was deleted had. */
export async function forgetAuditAnchor(redis: Redis, customerId: string): Promise<void> {
  await redis.hdel(AUDIT_ANCHORS_KEY, customerId);
  await dropAuditAlarm(redis, customerId);
}
