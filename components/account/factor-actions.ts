import type { AskForPasskey } from "@/components/auth/passkey";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type {
  AddPasskeyInput,
  PasskeyIdInput,
  RenamePasskeyInput,
} from "@/lib/services/people/passkey/schemas";
import type { FirstFactorCodeInput } from "@/lib/services/people/sign-in/first-factor";
import type { TotpCodeInput } from "@/lib/services/people/totp/set-up";

/** Recovery codes that are told once; null when those of before still count. */
export type AddedFactor = { readonly recoveryCodes: readonly string[] | null };

/** What somebody may do about the ways in which they sign in. */
export type FactorActions = {
  readonly beginTotp: () => Promise<
    ActionResult<{ readonly secret: string; readonly picture: string }>
  >;
  readonly confirmTotp: Action<TotpCodeInput, AddedFactor>;
  readonly removeTotp: () => Promise<ActionResult<unknown>>;
  readonly renewCodes: () => Promise<ActionResult<{ readonly recoveryCodes: readonly string[] }>>;
  readonly beginPasskey: AskForPasskey;
  readonly addPasskey: Action<AddPasskeyInput, AddedFactor>;
  readonly removePasskey: Action<PasskeyIdInput, unknown>;
  readonly renamePasskey: Action<RenamePasskeyInput, unknown>;
  readonly sendMailedCode: () => Promise<ActionResult<unknown>>;
  readonly confirmMailedCode: Action<FirstFactorCodeInput, unknown>;
};
