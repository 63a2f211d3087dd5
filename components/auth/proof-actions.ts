import type { Action, ActionResult } from "@/lib/http/action-result";
import type { AssertionInput } from "@/lib/services/people/passkey/schemas";
import type { ProofWays } from "@/lib/services/people/sign-in/proof-ways";
import type { ProveByCodeInput } from "@/lib/services/people/sign-in/prove-by-code";
import type { ProveByPasswordInput } from "@/lib/services/people/sign-in/prove-by-password";
import type { AskForAssertion } from "./passkey";

/** The ways in which somebody who is signed in proves again who they are. */
export type ProofActions = {
  readonly ways: () => Promise<ActionResult<ProofWays>>;
  readonly byPassword: Action<ProveByPasswordInput, unknown>;
  readonly byCode: Action<ProveByCodeInput, unknown>;
  readonly askPasskey: AskForAssertion;
  readonly byPasskey: Action<AssertionInput, unknown>;
};
