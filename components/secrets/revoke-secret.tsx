"use client";

import { useRouter } from "next/navigation";
import { ConfirmButton } from "@/components/shared/confirm-button";
import type { SecretView } from "@/lib/services/secret/secret-view";
import type { SecretActions } from "./secret-actions";

type RevokeSecretProps = { secret: SecretView; actions: SecretActions };

/** Revokes the active secret at once. */
export function RevokeSecret({ secret, actions }: RevokeSecretProps) {
  const router = useRouter();
  return (
    <ConfirmButton
      trigger="Revoke"
      triggerLabel={`Revoke the secret that ends in ${secret.hint}`}
      triggerVariant="danger-soft"
      title="Has somebody got this secret who should not?"
      confirm="Revoke at once"
      run={() => actions.revoke({ secretId: secret.id })}
      onDone={() => router.refresh()}
    >
      <p>
        Within two seconds nothing is signed or accepted with it any more. The staged secret takes
        over, or a new one that you reveal afterwards. This cannot be undone.
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        <li>Who waits keeps the place.</li>
        <li>Who was let in and has not arrived yet gets a new pass without doing anything.</li>
        <li>
          Who is on your site has to join again once the connector has dropped the old secret.
        </li>
        <li>
          Until a connector has the new secret it sends everybody back to the line, and still takes
          passes that were forged with the old one. Change all of them now.
        </li>
      </ul>
      <p className="mt-2">To replace a secret that nobody else has, stage another one instead.</p>
    </ConfirmButton>
  );
}
