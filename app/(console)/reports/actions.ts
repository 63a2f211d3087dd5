"use server";

import { defineAction } from "@/lib/http/console";
import { cancelPlace } from "@/lib/services/operation/report/cancel-place";
import { type RunIdInput, runIdInput } from "@/lib/services/operation/report/find-run";
import { findVisitor } from "@/lib/services/operation/report/find-visitor";
import { publishReport } from "@/lib/services/operation/report/publish";
import {
  type SetReportMailsInput,
  setReportMails,
  setReportMailsInput,
} from "@/lib/services/operation/report/set-mails";
import {
  type CancelPlaceInput,
  cancelPlaceInput,
  type FindVisitorInput,
  findVisitorInput,
} from "@/lib/services/operation/report/visitor-inputs";
import { withdrawReport } from "@/lib/services/operation/report/withdraw";

const publish = defineAction(runIdInput, publishReport);
const withdraw = defineAction(runIdInput, withdrawReport);
const setMails = defineAction(setReportMailsInput, setReportMails);
const find = defineAction(findVisitorInput, findVisitor);
const cancel = defineAction(cancelPlaceInput, cancelPlace);

export async function publishReportAction(input: RunIdInput) {
  return publish(input);
}

export async function withdrawReportAction(input: RunIdInput) {
  return withdraw(input);
}

export async function setReportMailsAction(input: SetReportMailsInput) {
  return setMails(input);
}

export async function findVisitorAction(input: FindVisitorInput) {
  return find(input);
}

export async function cancelPlaceAction(input: CancelPlaceInput) {
  return cancel(input);
}
