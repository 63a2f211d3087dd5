"use server";

import { defineAction } from "@/lib/http/console";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { findAccessCode } from "@/lib/services/event/access-code/find";
import { revokeAccessCodes } from "@/lib/services/event/access-code/revoke";
import { revokeAccessCodeBatch } from "@/lib/services/event/access-code/revoke-batch";
import {
  accessCodeBatchInput,
  createAccessCodesInput,
  findAccessCodeInput,
  revokeAccessCodesInput,
} from "@/lib/services/event/access-code/schemas";

export const createAccessCodesAction = defineAction(createAccessCodesInput, createAccessCodes);
export const revokeAccessCodesAction = defineAction(revokeAccessCodesInput, revokeAccessCodes);
export const revokeAccessCodeBatchAction = defineAction(
  accessCodeBatchInput,
  revokeAccessCodeBatch,
);
export const findAccessCodeAction = defineAction(findAccessCodeInput, findAccessCode);
