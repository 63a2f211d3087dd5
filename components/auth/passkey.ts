import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { AssertionInput } from "@/lib/services/people/passkey/schemas";

/** What the service asks a device to sign. */
export type AskForAssertion = () => Promise<
  ActionResult<{ readonly options: PublicKeyCredentialRequestOptionsJSON; readonly token: string }>
>;

export type AskForPasskey = () => Promise<
  ActionResult<{ readonly options: PublicKeyCredentialCreationOptionsJSON; readonly token: string }>
>;

const CANCELLED = {
  ok: false,
  error: {
    code: "cancelled",
    message: "No passkey was received from your device. Try again or sign in another way.",
  },
} as const;

/** Lets the device sign what the service asks for, and passes it on. The library is loaded when somebody wants it. */
export async function showPasskey<Data>(
  ask: AskForAssertion,
  finish: Action<AssertionInput, Data>,
): Promise<ActionResult<Data>> {
  const asked = await ask();
  if (!asked.ok) return asked;
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const { options, token } = asked.data;
  const response = await startAuthentication({ optionsJSON: options }).catch(() => null);
  return response === null ? CANCELLED : finish({ token, response });
}

/** Lets the device make a passkey. */
export async function makePasskey(ask: AskForPasskey) {
  const asked = await ask();
  if (!asked.ok) return asked;
  const { startRegistration } = await import("@simplewebauthn/browser");
  const { options, token } = asked.data;
  const response = await startRegistration({ optionsJSON: options }).catch(() => null);
  return response === null ? CANCELLED : ({ ok: true, data: { token, response } } as const);
}
