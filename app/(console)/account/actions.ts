"use server";

import { changeSignIn } from "@/lib/auth/change-sign-in";
import { getSignedIn } from "@/lib/auth/get-service-context";
import { defineOwnAction } from "@/lib/http/console";
import { reportError } from "@/lib/http/report-error";
import { runAction } from "@/lib/http/run-action";
import { addPasskey, beginPasskey } from "@/lib/services/people/passkey/add";
import { removePasskey, renamePasskey } from "@/lib/services/people/passkey/manage";
import { endOtherSessions, endSession } from "@/lib/services/people/session/end";
import {
  confirmFirstFactorCode,
  sendFirstFactorCode,
} from "@/lib/services/people/sign-in/first-factor";
import { renewRecoveryCodes } from "@/lib/services/people/sign-in/renew-recovery-codes";
import { beginTotp, confirmTotp, removeTotp } from "@/lib/services/people/totp/set-up";
import {
  confirmEmailChange,
  type RequestEmailChangeInput,
  requestEmailChange,
} from "@/lib/services/people/user/change-email";
import { changePassword } from "@/lib/services/people/user/change-password";
import type { ChangePasswordInput } from "@/lib/services/people/user/schemas";

export async function changePasswordAction(input: ChangePasswordInput) {
  return runAction(async () => changeSignIn(await changePassword(await getSignedIn(), input)));
}

export const endSessionAction = defineOwnAction(endSession);

export async function endOtherSessionsAction() {
  return runAction(async () => endOtherSessions(await getSignedIn()));
}

export async function requestEmailChangeAction(input: RequestEmailChangeInput) {
  return runAction(async () => {
    const { settled } = await requestEmailChange(await getSignedIn(), input);
    settled.catch(reportError);
  });
}

export const confirmEmailChangeAction = defineOwnAction(confirmEmailChange);

/** The secret of an app as a picture and as text. */
export async function beginTotpAction() {
  return runAction(async () => {
    const { secret, address } = await beginTotp(await getSignedIn());
    const { renderSVG } = await import("uqr");
    const picture = renderSVG(address, { border: 2 });
    return { secret, picture: `data:image/svg+xml;utf8,${encodeURIComponent(picture)}` };
  });
}

export const confirmTotpAction = defineOwnAction(confirmTotp);

export async function removeTotpAction() {
  return runAction(async () => removeTotp(await getSignedIn()));
}

export async function renewRecoveryCodesAction() {
  return runAction(async () => renewRecoveryCodes(await getSignedIn()));
}

export async function beginPasskeyAction() {
  return runAction(async () => beginPasskey(await getSignedIn()));
}

export const addPasskeyAction = defineOwnAction(addPasskey);

export const removePasskeyAction = defineOwnAction(removePasskey);

export const renamePasskeyAction = defineOwnAction(renamePasskey);

export async function sendFirstFactorCodeAction() {
  return runAction(async () => sendFirstFactorCode(await getSignedIn()));
}

export const confirmFirstFactorCodeAction = defineOwnAction(confirmFirstFactorCode);
