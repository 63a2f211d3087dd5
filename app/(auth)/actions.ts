"use server";

import { headers } from "next/headers";
import { getSessionUser } from "@/lib/auth/get-service-context";
import { clientAddress } from "@/lib/http/client-address";
import { reportError } from "@/lib/http/report-error";
import { runAction } from "@/lib/http/run-action";
import { acceptInvitation, joinByInvitation } from "@/lib/services/invitation/accept";
import type { JoinInput } from "@/lib/services/invitation/schemas";
import { requestPasswordReset } from "@/lib/services/user/request-password-reset";
import { resetPassword } from "@/lib/services/user/reset-password";
import type {
  RequestPasswordResetInput,
  ResetPasswordInput,
  SignUpInput,
} from "@/lib/services/user/schemas";
import { signUp } from "@/lib/services/user/sign-up";

async function address(): Promise<string> {
  return clientAddress(await headers());
}

export async function signUpAction(input: SignUpInput) {
  return runAction(async () => signUp(input, await address()));
}

export async function requestPasswordResetAction(input: RequestPasswordResetInput) {
  return runAction(async () => {
    const { settled } = await requestPasswordReset(input, await address());
    settled.catch(reportError);
  });
}

export async function resetPasswordAction(input: ResetPasswordInput) {
  return runAction(() => resetPassword(input));
}

export async function joinByInvitationAction(input: JoinInput) {
  return runAction(() => joinByInvitation(input));
}

export async function acceptInvitationAction(input: { token: string }) {
  return runAction(async () => acceptInvitation((await getSessionUser()).id, input));
}
