"use client";

import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { useAct } from "@/components/shared/use-act";
import { useReauthenticate } from "@/components/shared/use-reauthenticate";
import { useReveal } from "@/components/shared/use-reveal";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { type Rollout, rolloutOf } from "@/lib/domain/connector/rollout";
import type { ConnectorView } from "@/lib/services/sites/connector/connector-view";
import type { SecretView } from "@/lib/services/sites/secret/secret-view";
import { SECRET_ADVICE } from "./generate-secret";
import { RevokeSecret } from "./revoke-secret";
import { RolloutList } from "./rollout-list";
import type { SecretActions } from "./secret-actions";

type SecretRowActionsProps = {
  secret: SecretView;
  connectors: readonly ConnectorView[];
  actions: SecretActions;
};

/** What can be done with a secret in its state. */
export function SecretRowActions({ secret, connectors, actions }: SecretRowActionsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-1">
      {secret.isRevealed ? null : <RevealSecret secret={secret} actions={actions} />}
      {secret.isActive ? (
        <RevokeSecret secret={secret} actions={actions} />
      ) : (
        <ActivateSecret
          secret={secret}
          rollout={rolloutOf(secret.keyId, connectors)}
          actions={actions}
        />
      )}
      {secret.isActive && secret.event === null ? null : (
        <RetireSecret secret={secret} actions={actions} />
      )}
    </div>
  );
}

type ActionProps = { secret: SecretView; actions: SecretActions };

function RevealSecret({ secret, actions }: ActionProps) {
  const router = useRouter();
  const reauthenticate = useReauthenticate();
  const showText = useReveal();
  const { isPending, act } = useAct();
  const revealed = {
    title: `The secret that ends in ${secret.hint}`,
    what: "the secret",
    advice: SECRET_ADVICE,
  };
  const reveal = () =>
    act(
      () => reauthenticate(actions.reveal)({ secretId: secret.id }),
      ({ text }) => showText(revealed, text, router.refresh),
      toast.danger,
    );
  return (
    <Button size="sm" variant="secondary" isPending={isPending} onClick={reveal}>
      Reveal once
    </Button>
  );
}

function ActivateSecret({
  secret,
  rollout,
  actions,
}: ActionProps & { rollout: Rollout<ConnectorView> }) {
  return (
    <ConfirmButton
      trigger={secret.state === "staged" ? "Activate" : "Reactivate"}
      triggerLabel={`Activate the secret that ends in ${secret.hint}`}
      title={`Activate the secret that ends in ${secret.hint}?`}
      confirm="Activate"
      run={() => actions.activate({ secretId: secret.id })}
    >
      <p className="mb-3">
        New passes are signed with it within two seconds; the previous secret is still accepted.
        Connectors without it refuse new passes and send visitors back to the line.
      </p>
      <RolloutList rollout={rollout} isOfEvent={secret.event !== null} />
    </ConfirmButton>
  );
}

/** Explains what retiring a secret does. */
const RETIRED = {
  staged: "It was never active. Remove it from your connectors.",
  active:
    "The general secret signs for this event again. Add it to this event's connectors first, or their visitors go back to the line.",
  accepted:
    "The waiting room stops accepting anything signed with it, including enqueue tokens. Wait until sessions on your site have ended before you remove it from your connectors.",
} as const;

function RetireSecret({ secret, actions }: ActionProps) {
  return (
    <ConfirmButton
      isIconOnly
      trigger={<Trash2 aria-hidden />}
      triggerLabel={`Retire the secret that ends in ${secret.hint}`}
      triggerVariant="ghost"
      title={`Retire the secret that ends in ${secret.hint}?`}
      confirm="Retire secret"
      run={() => actions.retire({ secretId: secret.id })}
    >
      {RETIRED[secret.state]} This cannot be undone.
    </ConfirmButton>
  );
}
