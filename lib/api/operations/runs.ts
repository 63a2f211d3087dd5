import { z } from "zod";
import { exportRun } from "@/lib/services/operation/report/export";
import { getRunReport } from "@/lib/services/operation/report/get";
import { getFairness } from "@/lib/services/operation/report/get-fairness";
import { listRuns } from "@/lib/services/operation/report/list";
import { publishReport } from "@/lib/services/operation/report/publish";
import { getReportMails, setReportMails } from "@/lib/services/operation/report/set-mails";
import { withdrawReport } from "@/lib/services/operation/report/withdraw";
import {
  exportedRowAnswer,
  fairnessAnswer,
  publishedUrlsAnswer,
  runAnswer,
  runReportAnswer,
} from "../answers/run";
import { file, type Operation, operation, pageSchema } from "../operation";

const TAG = { tag: "Reports" } as const;
const RUN = { runId: "{run}" };
const reportMailsAnswer = z.object({ isOn: z.boolean() });

/** Runs of events, and what is told of them afterwards. */
export const RUN_OPERATIONS: readonly Operation[] = [
  operation(listRuns, {
    ...{ ...TAG, id: "listRuns", method: "GET", path: "/runs", keepsToEvents: true },
    summary: "List runs of events",
    output: pageSchema(runAnswer),
    example: { eventId: "springsale" },
  }),
  operation(getRunReport, {
    ...{ ...TAG, id: "getRunReport", method: "GET", path: "/runs/{runId}" },
    summary: "Get the report of a run",
    output: runReportAnswer,
    example: RUN,
  }),
  operation(getFairness, {
    ...{ ...TAG, id: "getFairnessReport", method: "GET", path: "/runs/{runId}/fairness" },
    summary: "Get the fairness report of a run",
    description: "Final about a minute after the end of the run.",
    output: fairnessAnswer,
    example: RUN,
  }),
  operation(publishReport, {
    ...{ ...TAG, id: "publishFairnessReport", method: "POST" },
    path: "/runs/{runId}/fairness/publish",
    summary: "Publish a signed fairness report",
    description: "Once the run is over and counted. Everybody can read it.",
    output: publishedUrlsAnswer,
    example: { runId: "{endedRun}" },
  }),
  operation(withdrawReport, {
    ...{ ...TAG, id: "withdrawFairnessReport", method: "POST" },
    path: "/runs/{runId}/fairness/withdraw",
    summary: "Withdraw a published fairness report",
    output: z.object({ withdrawn: z.boolean() }),
    example: { runId: "{endedRun}" },
  }),
  file(exportRun, {
    ...{ ...TAG, id: "exportRun", method: "GET", path: "/runs/{runId}/export" },
    summary: "Export admissions or minutes of a run",
    description: "As JSON or CSV, whole and of any length. The audit log says who took it.",
    of: exportedRowAnswer,
    example: { ...RUN, what: "minutes", format: "json" },
  }),
  operation(getReportMails, {
    ...{ ...TAG, id: "getReportMails", method: "GET", path: "/report-mails" },
    summary: "Tell whether reports are e-mailed",
    output: reportMailsAnswer,
    example: {},
  }),
  operation(setReportMails, {
    ...{ ...TAG, id: "setReportMails", method: "PUT", path: "/report-mails" },
    ...{ summary: "Turn report e-mails on or off", revises: "getReportMails" },
    output: reportMailsAnswer,
    example: { isOn: false },
  }),
];
