import type { Action, ActionResult } from "@/components/shared/action-result";
import type { SecretIdInput } from "@/lib/services/secret/schemas";
import type { SecretView } from "@/lib/services/secret/secret-view";

export type SecretActions = {
  readonly create: () => Promise<ActionResult<SecretView>>;
  readonly reveal: Action<SecretIdInput, { readonly text: string }>;
  readonly activate: Action<SecretIdInput, unknown>;
  readonly remove: Action<SecretIdInput, unknown>;
};
