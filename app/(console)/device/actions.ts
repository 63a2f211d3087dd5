"use server";

import { defineAction } from "@/lib/http/console";
import {
  approveLogin,
  findLoginRequest,
  refuseLogin,
} from "@/lib/services/people/api-key/login/decide";

export const findLoginRequestAction = defineAction(findLoginRequest);
export const approveLoginAction = defineAction(approveLogin);
export const refuseLoginAction = defineAction(refuseLogin);
