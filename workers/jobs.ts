import { z } from "zod";
import { advanceDraws } from "@/lib/services/event/draw/advance";
import { checkpointDraws } from "@/lib/services/event/draw/checkpoint";
import { mailAuditHeads } from "@/lib/services/installation/audit/mail-heads";
import { tellAuditHeads } from "@/lib/services/installation/audit/tell-heads";
import { chosenPeriods, purge, purgeOldAudit } from "@/lib/services/installation/retention/purge";
import { purgeLines } from "@/lib/services/installation/retention/purge-lines";
import { sweepNotices } from "@/lib/services/operation/notice/sweep";
import { mailDueReports } from "@/lib/services/operation/report/mail-due";
import { storeDueReports } from "@/lib/services/operation/report/store-due";
import { expireApprovals } from "@/lib/services/people/approval/expire";
import { mailRequests } from "@/lib/services/people/approval/mail-requests";
import { checkpointLines } from "@/lib/services/relay/line/checkpoint";
import { METRICS_EVERY_MS, tellAwsMetrics } from "@/lib/services/relay/line/tell-aws-metrics";
import { tellTimes } from "@/lib/services/relay/line/tell-times";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { shareWaitingOfAll } from "@/lib/services/relay/outbox/share-waiting";
import { publishStatusPages } from "@/lib/services/relay/status-page/publish";
import { loadDueFeeds } from "@/lib/services/sites/address-list/load-due";
import { watchAlerts } from "@/lib/services/sites/alert/watch";
import { tellConnectorChanges } from "@/lib/services/sites/connector/tell-changes";
import { publishHosts } from "@/lib/services/sites/host/publish";
import { recheckHosts } from "@/lib/services/sites/host/recheck";
import { deliverPushes } from "@/lib/services/sites/push/deliver";
import { mailTurnedOff } from "@/lib/services/sites/webhook/mail-turned-off";
import { planDeliveries } from "@/lib/services/sites/webhook/plan-deliveries";
import type { WorkerDependencies } from "./dependencies";
import { ADMISSIONS_EVERY_MS, processAdmissionsDrain } from "./processors/admissions-drain";
import { processAuditAnchor, processAuditLink } from "./processors/audit";
import { FIGURES_EVERY_MS, processFiguresDrain } from "./processors/figures-drain";
import { LINE_CHANGES, processLineChanges } from "./processors/line-changes";
import { processLineReconcile } from "./processors/line-reconcile";
import { processLineTick, TICK_ROUND } from "./processors/line-tick";
import { NOTICES_EVERY_MS, processNoticesDrain, sendNotices } from "./processors/notices";
import { processOriginGovern } from "./processors/origin-govern";
import { processRehearsalsPlay } from "./processors/rehearsals-play";
import { processScheduleTransition } from "./processors/schedule-transition";
import { LINE_RECONCILE, LINE_TICK, QUEUES, type QueueName } from "./queues";
import { SHARDS } from "./shards";

export type JobData = Readonly<Record<string, number>>;

/** What the worker does again and again. */
export type Job = {
  readonly name: string;
  readonly queue: QueueName;
  readonly everyMs: number;
  /** With what it is asked for each time: once for each. */
  readonly rounds: readonly JobData[];
  /** Parses the data before anything is done; data that are not the job's own fail it. */
  readonly run: (deps: WorkerDependencies, data: unknown) => Promise<void>;
};

const { line, record, outside } = QUEUES;

/** Lines at rest: see `readKeptEvent` for what is known of them between two checkpoints. */
const CHECKPOINT = { everyMs: 5_000, idleMs: 60_000 } as const;

const SHARD = z.strictObject({ shard: z.literal([...Array(SHARDS).keys()]) });
/** Without an event: all. */
const LINES = z.strictObject({ eventId: z.string().optional() });

/** Every job. A new one needs no more than its line here. */
export const JOBS: readonly Job[] = [
  {
    ...jobAbout(SHARD, LINE_TICK, line, TICK_ROUND.everyMs, processLineTick),
    rounds: Array.from({ length: SHARDS }, (_, shard) => ({ shard })),
  },
  jobAbout(LINES, LINE_RECONCILE.name, LINE_RECONCILE.queue, 30_000, processLineReconcile),
  job("line.tell-times", record, 500, async ({ redis, log }) => {
    const told = await tellTimes(redis);
    if (told > 0) log.info({ told }, "Told lines what time it is, after a restart of Redis.");
  }),
  job("line.checkpoint", record, CHECKPOINT.everyMs, async ({ redis, openEvents }) =>
    checkpointLines(redis, await openEvents.due(CHECKPOINT)),
  ),
  job("line.tell-changes", record, LINE_CHANGES.everyMs, processLineChanges),
  job("aws.tell-metrics", record, METRICS_EVERY_MS, async ({ redis, openEvents }) =>
    tellAwsMetrics(redis, await openEvents.get()),
  ),
  job("hosts.publish", record, 2_000, ({ redis }) => publishHosts(redis)),
  job("hosts.recheck", outside, 60_000, () => recheckHosts()),
  job("feeds.load", outside, 5_000, async ({ log }) => {
    const done = await loadDueFeeds();
    if (done.loaded + done.failed > 0) log.info(done, "Loaded feeds of addresses.");
  }),
  job("waiting.share", record, 2_000, ({ redis }) => shareWaitingOfAll(redis)),
  job("admissions.drain", record, ADMISSIONS_EVERY_MS, processAdmissionsDrain),
  job("figures.drain", record, FIGURES_EVERY_MS, processFiguresDrain),
  job("schedule.transition", record, 1_000, processScheduleTransition),
  job("origin.govern", outside, 30_000, processOriginGovern),
  job("draw.checkpoint", record, 5_000, ({ redis }) => checkpointDraws(redis)),
  job("draw.advance", outside, 1_000, async ({ redis, log }) => {
    const { decided } = await advanceDraws(redis);
    if (decided > 0) log.info({ decided }, "Decided draws.");
  }),
  job("notices.drain", record, NOTICES_EVERY_MS, processNoticesDrain),
  job("notices.sweep", record, 5_000, ({ redis }) => sweepNotices(redis)),
  job("notices.mail", outside, 5_000, (deps) => sendNotices(deps, "mail")),
  job("notices.push", outside, 5_000, (deps) => sendNotices(deps, "push")),
  job("outbox.relay", record, 500, async ({ redis, log }) => {
    const { relayed } = await relayOutbox(redis);
    if (relayed > 0) log.info({ relayed }, "Relayed the outbox.");
  }),
  job("rehearsals.play", record, 1_000, processRehearsalsPlay),
  job("reports.store", record, 10_000, async ({ log }) => {
    const done = await storeDueReports();
    if (done.stored > 0) log.info(done, "Counted runs that are over.");
  }),
  job("reports.mail", outside, 10_000, async ({ log }) => {
    const done = await mailDueReports();
    if (done.sent > 0) log.info(done, "Mailed reports of runs.");
  }),
  job("retention.purge", record, 300_000, async ({ log }) => {
    const purged = await purge(chosenPeriods());
    if (Object.values(purged).some((count) => count > 0)) log.info(purged, "Purged what was old.");
    const removed = await purgeOldAudit();
    if (removed > 0) log.info({ removed }, "Removed old audit entries.");
  }),
  job("retention.purge-lines", record, 3_600_000, ({ redis }) =>
    purgeLines(redis, chosenPeriods()),
  ),
  job("approvals.expire", record, 5_000, () => expireApprovals()),
  job("approvals.mail", outside, 2_000, () => mailRequests()),
  job("audit.link", record, 1_000, processAuditLink),
  job("audit.anchor", record, 60_000, processAuditAnchor),
  job("status-pages.publish", record, 3_000, ({ redis }) => publishStatusPages(redis)),
  job("audit.tell", record, 60_000, () => tellAuditHeads()),
  job("connectors.tell", record, 30_000, ({ redis }) => tellConnectorChanges(redis)),
  job("audit.mail", outside, 3_600_000, () => mailAuditHeads()),
  job("webhooks.send", outside, 1_000, async ({ webhooks }) => {
    await planDeliveries();
    await webhooks.begin();
  }),
  job("alerts.send", outside, 1_000, async ({ alerts }) => {
    // What is stored already is sent, even where no new notice can be made.
    await watchAlerts().finally(() => alerts.begin());
  }),
  job("webhooks.mail", outside, 60_000, () => mailTurnedOff()),
  job("config.push", outside, 1_000, async ({ log }) => {
    const done = await deliverPushes();
    if (done.delivered + done.failed > 0) log.info(done, "Pushed configs.");
  }),
];

/** A job that is told nothing. */
function job(
  name: string,
  queue: QueueName,
  everyMs: number,
  run: (deps: WorkerDependencies) => Promise<unknown>,
): Job {
  return jobAbout(z.strictObject({}), name, queue, everyMs, run);
}

function jobAbout<Schema extends z.ZodType>(
  schema: Schema,
  name: string,
  queue: QueueName,
  everyMs: number,
  run: (deps: WorkerDependencies, data: z.output<Schema>) => Promise<unknown>,
): Job {
  const parseAndRun = async (deps: WorkerDependencies, data: unknown) => {
    await run(deps, schema.parse(data));
  };
  return { name, queue, everyMs, rounds: [{}], run: parseAndRun };
}
