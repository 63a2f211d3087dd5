"use server";

import { getSignedIn } from "@/lib/auth/get-service-context";
import { runAction } from "@/lib/http/run-action";
import { type EndSessionInput, endOtherSessions, endSession } from "@/lib/services/session/end";
import { changePassword } from "@/lib/services/user/change-password";
import type { ChangePasswordInput } from "@/lib/services/user/schemas";

export async function changePasswordAction(input: ChangePasswordInput) {
  return runAction(async () => changePassword(await getSignedIn(), input));
}

export async function endSessionAction(input: EndSessionInput) {
  return runAction(async () => endSession(await getSignedIn(), input));
}

export async function endOtherSessionsAction() {
  return runAction(async () => endOtherSessions(await getSignedIn()));
}
