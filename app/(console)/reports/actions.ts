"use server";

import { defineAction } from "@/lib/http/console";
import { cancelPlace } from "@/lib/services/operation/report/cancel-place";
import { findVisitor } from "@/lib/services/operation/report/find-visitor";
import { publishReport } from "@/lib/services/operation/report/publish";
import { setReportMails } from "@/lib/services/operation/report/set-mails";
import { withdrawReport } from "@/lib/services/operation/report/withdraw";

export const publishReportAction = defineAction(publishReport);
export const withdrawReportAction = defineAction(withdrawReport);
export const setReportMailsAction = defineAction(setReportMails);
export const findVisitorAction = defineAction(findVisitor);
export const cancelPlaceAction = defineAction(cancelPlace);
