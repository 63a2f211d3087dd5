"use server";

import { defineAction } from "@/lib/http/console";
import { createAccessCodes } from "@/lib/services/access-code/create";
import {
  type CreateAccessCodesInput,
  createAccessCodesInput,
} from "@/lib/services/access-code/schemas";

const create = defineAction(createAccessCodesInput, createAccessCodes);

export async function createAccessCodesAction(input: CreateAccessCodesInput) {
  return create(input);
}
