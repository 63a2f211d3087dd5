import {
  admissionsDrain,
  approvalsExpire,
  approvalsMail,
  auditAnchor,
  auditLink,
  auditMail,
  configPush,
  drawAdvance,
  drawCheckpoint,
  feedsLoad,
  figuresDrain,
  hostsPublish,
  hostsRecheck,
  lineCheckpoint,
  lineReconcile,
  linesPurge,
  lineTellTimes,
  lineTick,
  noticesDrain,
  noticesMail,
  noticesPush,
  noticesSweep,
  originGovern,
  outboxRelay,
  type QueueName,
  rehearsalsPlay,
  reportsMail,
  reportsStore,
  retentionPurge,
  scheduleTransition,
  waitingShare,
} from "./jobs";
import { SHARDS } from "./shards";

/** A job that repeats for ever. It has the same id in every process, so that it exists only once. */
export type RecurringJob = {
  readonly id: string;
  readonly queue: QueueName;
  readonly name: string;
  readonly data: Readonly<Record<string, number>>;
  readonly everyMs: number;
};

export const RECURRING_JOBS: readonly RecurringJob[] = [
  ...Array.from({ length: SHARDS }, (_, shard) => ({
    id: `${lineTick.name}-${shard}`,
    queue: lineTick.queue,
    name: lineTick.name,
    data: { shard },
    everyMs: 1_000,
  })),
  ...[
    { job: outboxRelay, everyMs: 500 },
    { job: lineTellTimes, everyMs: 500 },
    { job: auditLink, everyMs: 1_000 },
    { job: auditAnchor, everyMs: 60_000 },
    { job: auditMail, everyMs: 3_600_000 },
    { job: approvalsMail, everyMs: 2_000 },
    { job: scheduleTransition, everyMs: 1_000 },
    { job: configPush, everyMs: 1_000 },
    { job: rehearsalsPlay, everyMs: 1_000 },
    { job: admissionsDrain, everyMs: 2_000 },
    { job: waitingShare, everyMs: 2_000 },
    { job: noticesDrain, everyMs: 2_000 },
    { job: hostsPublish, everyMs: 2_000 },
    { job: figuresDrain, everyMs: 5_000 },
    { job: noticesSweep, everyMs: 5_000 },
    { job: noticesMail, everyMs: 5_000 },
    { job: noticesPush, everyMs: 5_000 },
    { job: feedsLoad, everyMs: 5_000 },
    { job: lineCheckpoint, everyMs: 5_000 },
    { job: approvalsExpire, everyMs: 5_000 },
    { job: drawAdvance, everyMs: 500 },
    { job: drawCheckpoint, everyMs: 5_000 },
    { job: lineReconcile, everyMs: 30_000 },
    { job: hostsRecheck, everyMs: 60_000 },
    { job: reportsStore, everyMs: 10_000 },
    { job: reportsMail, everyMs: 10_000 },
    { job: originGovern, everyMs: 30_000 },
    { job: retentionPurge, everyMs: 300_000 },
    { job: linesPurge, everyMs: 3_600_000 },
  ].map(({ job: { name, queue }, everyMs }) => ({ id: name, queue, name, data: {}, everyMs })),
];
