import { z } from "zod";
import { SHARDS } from "./shards";

/**
 * Jobs of the `line` queue need only Redis and go on while Postgres is away; those of `record` need both. Those
 * of `outside` wait for other people's servers, so that no other job ever waits for those.
 */
export const QUEUES = {
  line: "stanchion-line",
  record: "stanchion-record",
  outside: "stanchion-outside",
} as const;

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

export const lineTick = {
  name: "line.tick",
  queue: QUEUES.line,
  schema: z.strictObject({
    shard: z
      .number()
      .int()
      .min(0)
      .max(SHARDS - 1),
  }),
} as const;

export const lineTellTimes = {
  name: "line.tell-times",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const outboxRelay = {
  name: "outbox.relay",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const admissionsDrain = {
  name: "admissions.drain",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const figuresDrain = {
  name: "figures.drain",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const lineCheckpoint = {
  name: "line.checkpoint",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const scheduleTransition = {
  name: "schedule.transition",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const originGovern = {
  name: "origin.govern",
  queue: QUEUES.outside,
  schema: z.strictObject({}),
} as const;

export const drawAdvance = {
  name: "draw.advance",
  queue: QUEUES.outside,
  schema: z.strictObject({}),
} as const;

export const drawCheckpoint = {
  name: "draw.checkpoint",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const configPush = {
  name: "config.push",
  queue: QUEUES.outside,
  schema: z.strictObject({}),
} as const;

export const hostsPublish = {
  name: "hosts.publish",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const hostsRecheck = {
  name: "hosts.recheck",
  queue: QUEUES.outside,
  schema: z.strictObject({}),
} as const;

export const feedsLoad = {
  name: "feeds.load",
  queue: QUEUES.outside,
  schema: z.strictObject({}),
} as const;

export const noticesDrain = {
  name: "notices.drain",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const noticesSweep = {
  name: "notices.sweep",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const noticesMail = {
  name: "notices.mail",
  queue: QUEUES.outside,
  schema: z.strictObject({}),
} as const;

export const noticesPush = {
  name: "notices.push",
  queue: QUEUES.outside,
  schema: z.strictObject({}),
} as const;

export const rehearsalsPlay = {
  name: "rehearsals.play",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const reportsStore = {
  name: "reports.store",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const reportsMail = {
  name: "reports.mail",
  queue: QUEUES.outside,
  schema: z.strictObject({}),
} as const;

export const waitingShare = {
  name: "waiting.share",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const retentionPurge = {
  name: "retention.purge",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const linesPurge = {
  name: "retention.purge-lines",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const approvalsExpire = {
  name: "approvals.expire",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const auditLink = {
  name: "audit.link",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const auditAnchor = {
  name: "audit.anchor",
  queue: QUEUES.record,
  schema: z.strictObject({}),
} as const;

export const auditMail = {
  name: "audit.mail",
  queue: QUEUES.outside,
  schema: z.strictObject({}),
} as const;

export const approvalsMail = {
  name: "approvals.mail",
  queue: QUEUES.outside,
  schema: z.strictObject({}),
} as const;

export const lineReconcile = {
  name: "line.reconcile",
  queue: QUEUES.record,
  /** Without an event: everything. */
  schema: z.strictObject({ eventId: z.string().optional() }),
} as const;
