import type { Asked } from "@/lib/domain/approval/approval";
import type { Action } from "@/lib/http/action-result";
import type { CreateSecretInput, SecretIdInput } from "@/lib/services/sites/secret/schemas";
import type { SecretView } from "@/lib/services/sites/secret/secret-view";

export type SecretActions = {
  readonly create: Action<CreateSecretInput, SecretView | Asked>;
  readonly reveal: Action<SecretIdInput, { readonly text: string }>;
  readonly activate: Action<SecretIdInput, unknown>;
  readonly retire: Action<SecretIdInput, unknown>;
  readonly revoke: Action<SecretIdInput, unknown>;
};
