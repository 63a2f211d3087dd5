import type { Action, ActionResult } from "@/lib/http/action-result";
import type { AssertionInput } from "@/lib/services/passkey/schemas";
import type { ProveByCodeInput } from "@/lib/services/session/prove-by-code";
import type { ProveByPasswordInput } from "@/lib/services/session/prove-by-password";
import type { AskForAssertion } from "./passkey";

/** What somebody can show: a passkey, a code, their company's sign-in, and always their password. */
export type ProofWays = {
  readonly passkey: boolean;
  readonly code: boolean;
  /** The customer id for the sign-in through their company, where they came by it. */
  readonly customerId: string | null;
};

/** The ways in which somebody who is signed in proves again who they are. */
export type ProofActions = {
  readonly ways: () => Promise<ActionResult<ProofWays>>;
  readonly byPassword: Action<ProveByPasswordInput, unknown>;
  readonly byCode: Action<ProveByCodeInput, unknown>;
  readonly askPasskey: AskForAssertion;
  readonly byPasskey: Action<AssertionInput, unknown>;
};
