"use server";

import { cookies, headers } from "next/headers";
import { getSignedIn } from "@/lib/auth/get-service-context";
import { knownBrowserCookie, makeKnownBrowser } from "@/lib/auth/known-browser";
import { reportError } from "@/lib/http/report-error";
import { runAction } from "@/lib/http/run-action";
import { clientAddress } from "@/lib/platform/client-address";
import { acceptInvitation, joinByInvitation } from "@/lib/services/people/invitation/accept";
import type { JoinInput } from "@/lib/services/people/invitation/schemas";
import { requestSignUp, signUp } from "@/lib/services/people/invitation/sign-up";
import { requestPasswordReset } from "@/lib/services/people/user/request-password-reset";
import { resetPassword } from "@/lib/services/people/user/reset-password";
import type {
  RequestPasswordResetInput,
  RequestSignUpInput,
  ResetPasswordInput,
  SignUpInput,
} from "@/lib/services/people/user/schemas";

async function address(): Promise<string> {
  return clientAddress(await headers());
}

export async function requestSignUpAction(input: RequestSignUpInput) {
  return runAction(async () => {
    const { settled } = await requestSignUp(input, await address());
    settled.catch(reportError);
  });
}

export async function signUpAction(input: SignUpInput) {
  return runAction(async () => {
    await signUp(input, await address());
  });
}

export async function requestPasswordResetAction(input: RequestPasswordResetInput) {
  return runAction(async () => {
    const { settled } = await requestPasswordReset(input, await address());
    settled.catch(reportError);
  });
}

/** Whoever reads the user's e-mail is let in to try the new password, whatever strangers try meanwhile. */
export async function resetPasswordAction(input: ResetPasswordInput) {
  return runAction(async () => {
    const { email } = await resetPassword(input, await address());
    const { name, options } = knownBrowserCookie();
    (await cookies()).set(name, makeKnownBrowser(email, Date.now()), options);
  });
}

export async function joinByInvitationAction(input: JoinInput) {
  return runAction(async () => {
    await joinByInvitation(input, await address());
  });
}

export async function acceptInvitationAction(input: { token: string }) {
  return runAction(async () => acceptInvitation(await getSignedIn(), input));
}
