"use server";

import { defineAction } from "@/lib/http/console";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { findAccessCode } from "@/lib/services/event/access-code/find";
import { revokeAccessCodes } from "@/lib/services/event/access-code/revoke";
import { revokeAccessCodeBatch } from "@/lib/services/event/access-code/revoke-batch";
import { setAccessCodeWindow } from "@/lib/services/event/access-code/set-window";

export const createAccessCodesAction = defineAction(createAccessCodes);
export const revokeAccessCodesAction = defineAction(revokeAccessCodes);
export const revokeAccessCodeBatchAction = defineAction(revokeAccessCodeBatch);
export const findAccessCodeAction = defineAction(findAccessCode);
export const setAccessCodeWindowAction = defineAction(setAccessCodeWindow);
