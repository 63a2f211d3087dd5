"use server";

import { z } from "zod";
import { defineAction } from "@/lib/http/console";
import { checkAudit } from "@/lib/services/installation/audit/head";
import { mailAuditHead } from "@/lib/services/installation/audit/mail-heads";

type NoInput = Readonly<Record<string, never>>;

const nothing = z.strictObject({});
const check = defineAction(nothing, checkAudit);
const mail = defineAction(nothing, mailAuditHead);

export async function checkAuditAction(input: NoInput) {
  return check(input);
}

export async function mailAuditHeadAction(input: NoInput) {
  return mail(input);
}
