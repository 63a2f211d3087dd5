"use server";

import { defineAction } from "@/lib/http/console";
import { publishReport } from "@/lib/services/operation/report/publish";
import { setReportMails } from "@/lib/services/operation/report/set-mails";
import { withdrawReport } from "@/lib/services/operation/report/withdraw";

export const publishReportAction = defineAction(publishReport);
export const withdrawReportAction = defineAction(withdrawReport);
export const setReportMailsAction = defineAction(setReportMails);
