"use server";

import { z } from "zod";
import { defineAction } from "@/lib/http/console";
import { withInput } from "@/lib/http/define-action";
import { checkAudit } from "@/lib/services/installation/audit/head";
import { mailAuditHead } from "@/lib/services/installation/audit/mail-heads";

const nothing = z.strictObject({});
export const checkAuditAction = defineAction(withInput(nothing, checkAudit));
export const mailAuditHeadAction = defineAction(withInput(nothing, mailAuditHead));
