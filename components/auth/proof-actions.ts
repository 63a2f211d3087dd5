import type { Action } from "@/lib/http/action-result";
import type { ProveByPasswordInput } from "@/lib/services/session/prove-by-password";

/** The ways in which somebody who is signed in proves again who they are. */
export type ProofActions = {
  readonly byPassword: Action<ProveByPasswordInput, unknown>;
};
