"use server";

import { defineAction } from "@/lib/http/console";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { findAccessCode } from "@/lib/services/event/access-code/find";
import { revokeAccessCodes } from "@/lib/services/event/access-code/revoke";
import { revokeAccessCodeBatch } from "@/lib/services/event/access-code/revoke-batch";
import {
  type AccessCodeBatchInput,
  accessCodeBatchInput,
  type CreateAccessCodesInput,
  createAccessCodesInput,
  type FindAccessCodeInput,
  findAccessCodeInput,
  type RevokeAccessCodesInput,
  revokeAccessCodesInput,
} from "@/lib/services/event/access-code/schemas";

const create = defineAction(createAccessCodesInput, createAccessCodes);
const revoke = defineAction(revokeAccessCodesInput, revokeAccessCodes);
const revokeBatch = defineAction(accessCodeBatchInput, revokeAccessCodeBatch);
const find = defineAction(findAccessCodeInput, findAccessCode);

export async function createAccessCodesAction(input: CreateAccessCodesInput) {
  return create(input);
}

export async function revokeAccessCodesAction(input: RevokeAccessCodesInput) {
  return revoke(input);
}

export async function revokeAccessCodeBatchAction(input: AccessCodeBatchInput) {
  return revokeBatch(input);
}

export async function findAccessCodeAction(input: FindAccessCodeInput) {
  return find(input);
}
