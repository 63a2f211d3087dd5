import type { z } from "zod";
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
  rehearsalsPlay,
  reportsMail,
  reportsStore,
  retentionPurge,
  scheduleTransition,
  waitingShare,
} from "@/lib/jobs/jobs";
import { publishHosts } from "@/lib/services/address/publish";
import { recheckHosts } from "@/lib/services/address/recheck";
import { loadDueFeeds } from "@/lib/services/address-list/load-due";
import { expireApprovals } from "@/lib/services/approval/expire";
import { mailRequests } from "@/lib/services/approval/mail-requests";
import { mailAuditHeads } from "@/lib/services/audit/mail-heads";
import { shareWaitingOfAll } from "@/lib/services/customer/share-waiting";
import { advanceDraws } from "@/lib/services/draw/advance";
import { checkpointDraws } from "@/lib/services/draw/checkpoint";
import { sweepNotices } from "@/lib/services/notice/sweep";
import { relayOutbox } from "@/lib/services/outbox/relay";
import { deliverPushes } from "@/lib/services/push/deliver";
import { mailDueReports } from "@/lib/services/report/mail-due";
import { storeDueReports } from "@/lib/services/report/store-due";
import { chosenPeriods, purge, purgeOldAudit } from "@/lib/services/retention/purge";
import { purgeLines } from "@/lib/services/retention/purge-lines";
import { checkpointLines } from "@/lib/services/run/checkpoint";
import { tellTimes } from "@/lib/services/run/tell-times";
import type { WorkerDependencies } from "./dependencies";
import { processAdmissionsDrain } from "./processors/admissions-drain";
import { processAuditAnchor, processAuditLink } from "./processors/audit";
import { processFiguresDrain } from "./processors/figures-drain";
import { processLineReconcile } from "./processors/line-reconcile";
import { processLineTick } from "./processors/line-tick";
import { processNoticesDrain, sendNotices } from "./processors/notices";
import { processOriginGovern } from "./processors/origin-govern";
import { processRehearsalsPlay } from "./processors/rehearsals-play";
import { processScheduleTransition } from "./processors/schedule-transition";

type Processor = (deps: WorkerDependencies, data: unknown) => Promise<void>;

/** Parses a job's data before anything is done; data that are not its own fail the job. */
function on<Schema extends z.ZodType>(
  job: { readonly name: string; readonly schema: Schema },
  run: (deps: WorkerDependencies, data: z.output<Schema>) => Promise<unknown>,
): readonly [name: string, processor: Processor] {
  const parseAndRun: Processor = async (deps, data) => {
    await run(deps, job.schema.parse(data));
  };
  return [job.name, parseAndRun];
}

/** What is done for each job, by its name. */
export const PROCESSORS: ReadonlyMap<string, Processor> = new Map([
  on(lineTick, processLineTick),
  on(lineReconcile, processLineReconcile),
  on(lineTellTimes, async ({ redis, log }) => {
    const told = await tellTimes(redis);
    if (told > 0) log.info({ told }, "Told lines what time it is, after a restart of Redis.");
  }),
  on(lineCheckpoint, ({ redis }) => checkpointLines(redis)),
  on(hostsPublish, ({ redis }) => publishHosts(redis)),
  on(hostsRecheck, () => recheckHosts()),
  on(feedsLoad, async ({ log }) => {
    const done = await loadDueFeeds();
    if (done.loaded + done.failed > 0) log.info(done, "Loaded feeds of addresses.");
  }),
  on(waitingShare, ({ redis }) => shareWaitingOfAll(redis)),
  on(admissionsDrain, processAdmissionsDrain),
  on(figuresDrain, processFiguresDrain),
  on(scheduleTransition, processScheduleTransition),
  on(originGovern, processOriginGovern),
  on(drawCheckpoint, ({ redis }) => checkpointDraws(redis)),
  on(drawAdvance, async ({ redis, log }) => {
    const { decided } = await advanceDraws(redis);
    if (decided > 0) log.info({ decided }, "Decided draws.");
  }),
  on(noticesDrain, processNoticesDrain),
  on(noticesSweep, ({ redis }) => sweepNotices(redis)),
  on(noticesMail, (deps) => sendNotices(deps, "mail")),
  on(noticesPush, (deps) => sendNotices(deps, "push")),
  on(outboxRelay, async ({ redis, log }) => {
    const { relayed } = await relayOutbox(redis);
    if (relayed > 0) log.info({ relayed }, "Relayed the outbox.");
  }),
  on(rehearsalsPlay, processRehearsalsPlay),
  on(reportsStore, async ({ log }) => {
    const done = await storeDueReports();
    if (done.stored > 0) log.info(done, "Counted runs that are over.");
  }),
  on(reportsMail, async ({ log }) => {
    const done = await mailDueReports();
    if (done.sent > 0) log.info(done, "Mailed reports of runs.");
  }),
  on(retentionPurge, async ({ log }) => {
    const purged = await purge(chosenPeriods());
    if (Object.values(purged).some((count) => count > 0)) log.info(purged, "Purged what was old.");
    const removed = await purgeOldAudit();
    if (removed > 0) log.info({ removed }, "Removed old audit entries.");
  }),
  on(linesPurge, ({ redis }) => purgeLines(redis, chosenPeriods())),
  on(approvalsExpire, () => expireApprovals()),
  on(approvalsMail, () => mailRequests()),
  on(auditLink, processAuditLink),
  on(auditAnchor, processAuditAnchor),
  on(auditMail, () => mailAuditHeads()),
  on(configPush, async ({ log }) => {
    const done = await deliverPushes();
    if (done.delivered + done.failed > 0) log.info(done, "Pushed configs.");
  }),
]);
