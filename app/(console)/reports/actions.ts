"use server";

import { defineAction } from "@/lib/http/console";
import { cancelPlace } from "@/lib/services/operation/report/cancel-place";
import { runIdInput } from "@/lib/services/operation/report/find-run";
import { findVisitor } from "@/lib/services/operation/report/find-visitor";
import { publishReport } from "@/lib/services/operation/report/publish";
import { setReportMails, setReportMailsInput } from "@/lib/services/operation/report/set-mails";
import { cancelPlaceInput, findVisitorInput } from "@/lib/services/operation/report/visitor-inputs";
import { withdrawReport } from "@/lib/services/operation/report/withdraw";

export const publishReportAction = defineAction(runIdInput, publishReport);
export const withdrawReportAction = defineAction(runIdInput, withdrawReport);
export const setReportMailsAction = defineAction(setReportMailsInput, setReportMails);
export const findVisitorAction = defineAction(findVisitorInput, findVisitor);
export const cancelPlaceAction = defineAction(cancelPlaceInput, cancelPlace);
