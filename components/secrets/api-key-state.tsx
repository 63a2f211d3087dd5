import { ConfirmButton } from "@/components/shared/confirm-button";
import { Chip } from "@/components/ui/chip";
import type { Action } from "@/lib/http/action-result";
import type { ApiKeyView } from "@/lib/services/people/api-key/api-key-view";
import type { ApiKeyIdInput } from "@/lib/services/people/api-key/schemas";

type ApiKeyStateProps = {
  apiKey: ApiKeyView;
  canWrite: boolean;
  revoke: Action<ApiKeyIdInput, unknown>;
};

/** Whether a key is still valid; only then can it be revoked. */
export function ApiKeyState({ apiKey, canWrite, revoke }: ApiKeyStateProps) {
  const { revokedAt, isExpired } = apiKey;
  if (revokedAt !== null || isExpired || !canWrite) {
    const isActive = revokedAt === null && !isExpired;
    const ended = revokedAt === null ? "Expired" : "Revoked";
    return (
      <Chip size="sm" variant="soft" color={isActive ? "success" : "default"}>
        {isActive ? "Active" : ended}
      </Chip>
    );
  }
  return (
    <ConfirmButton
      trigger="Revoke"
      triggerLabel={`Revoke ${apiKey.name}`}
      title={`Revoke ${apiKey.name}?`}
      confirm="Revoke key"
      run={() => revoke({ apiKeyId: apiKey.id })}
    >
      Connectors with this key keep their current rules but get no updates. This cannot be undone.
    </ConfirmButton>
  );
}
