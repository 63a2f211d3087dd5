"use server";

import { cookies, headers } from "next/headers";
import { beginSession } from "@/lib/auth/begin-session";
import { secondStepCookie } from "@/lib/auth/second-step-cookie";
import { singleSignOnCookie } from "@/lib/auth/single-sign-on-cookie";
import { db } from "@/lib/db/client";
import { runAction } from "@/lib/http/run-action";
import { clientAddress } from "@/lib/platform/client-address";
import { readFactors } from "@/lib/services/people/factor/factors";
import type { AssertionInput } from "@/lib/services/people/passkey/schemas";
import {
  beginPasskeySignIn,
  beginPasskeyStep,
  finishPasskeySignIn,
  finishPasskeyStep,
} from "@/lib/services/people/passkey/sign-in";
import { finishByCode, userOfSecondStep } from "@/lib/services/people/sign-in/second-step";
import { beginSingleSignOn } from "@/lib/services/people/single-sign-on/begin";
import {
  type ConfirmSingleSignOnInput,
  confirmSingleSignOn,
} from "@/lib/services/people/single-sign-on/confirm";
import type { BeginSingleSignOnInput } from "@/lib/services/people/single-sign-on/schemas";
import { nextPath } from "./session";

async function address(): Promise<string> {
  return clientAddress(await headers());
}

/** What this browser got for the right password. */
async function secondStep(): Promise<string> {
  return (await cookies()).get(secondStepCookie().name)?.value ?? "x".repeat(43);
}

/** What the user of the second step can show. */
export async function secondStepWaysAction() {
  return runAction(async () => {
    const { totp, passkeys } = await readFactors(db(), await userOfSecondStep(await secondStep()));
    return { code: totp, passkey: passkeys > 0 };
  });
}

export async function finishByCodeAction(input: { code: string }) {
  return runAction(async () => {
    const token = await secondStep();
    await beginSession(await finishByCode({ ...input, token }, await address()));
  });
}

export async function beginPasskeyStepAction() {
  return runAction(async () => beginPasskeyStep(await secondStep()));
}

export async function finishPasskeyStepAction(input: AssertionInput) {
  return runAction(async () => {
    await beginSession(await finishPasskeyStep(await secondStep(), input, await address()));
  });
}

export async function beginPasskeySignInAction() {
  return runAction(async () => beginPasskeySignIn(await address()));
}

export async function finishPasskeySignInAction(input: AssertionInput) {
  return runAction(async () => {
    await beginSession(await finishPasskeySignIn(input, await address()));
  });
}

/** The address of the provider, to which the page goes. */
export async function beginSingleSignOnAction(input: BeginSingleSignOnInput) {
  return runAction(async () => {
    const next = nextPath(input.next);
    const { url, token } = await beginSingleSignOn({ ...input, next }, await address());
    const { name, options } = singleSignOnCookie();
    (await cookies()).set(name, token, options);
    return { url };
  });
}

/** For whoever holds the link of an e-mail: it signs nobody in. */
export async function confirmSingleSignOnAction(input: ConfirmSingleSignOnInput) {
  return runAction(async () => confirmSingleSignOn(input, await address()));
}
