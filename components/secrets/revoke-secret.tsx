import { ConfirmButton } from "@/components/shared/confirm-button";
import type { SecretView } from "@/lib/services/sites/secret/secret-view";
import type { SecretActions } from "./secret-actions";

type RevokeSecretProps = { secret: SecretView; actions: SecretActions };

/** Revokes the active secret at once. */
export function RevokeSecret({ secret, actions }: RevokeSecretProps) {
  return (
    <ConfirmButton
      trigger="Revoke"
      triggerLabel={`Revoke the secret that ends in ${secret.hint}`}
      triggerVariant="danger-soft"
      title="Was this secret leaked?"
      confirm="Revoke now"
      run={() => actions.revoke({ secretId: secret.id })}
    >
      <p>
        The secret stops working within two seconds. The staged secret takes over, or a new one that
        you can reveal afterwards. This cannot be undone.
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        <li>Visitors in line keep their place.</li>
        <li>Admitted visitors who have not reached your site get a new pass automatically.</li>
        <li>Visitors on your site have to rejoin once the connector has dropped the old secret.</li>
        <li>
          Until a connector has the new secret, it sends every visitor back to the line and still
          accepts passes forged with the old one. Update all connectors now.
        </li>
      </ul>
      <p className="mt-2">To rotate a secret that has not leaked, stage a new one instead.</p>
    </ConfirmButton>
  );
}
