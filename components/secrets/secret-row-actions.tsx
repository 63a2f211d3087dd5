"use client";

import { Button, toast } from "@heroui/react";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import type { SecretView } from "@/lib/services/secret/secret-view";
import { SECRET_ADVICE } from "./generate-secret";
import { RevealedDialog } from "./revealed-dialog";
import type { SecretActions } from "./secret-actions";

type SecretRowActionsProps = { secret: SecretView; actions: SecretActions };

export function SecretRowActions({ secret, actions }: SecretRowActionsProps) {
  const router = useRouter();
  const [text, setText] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const secretId = secret.id;
  const reveal = () =>
    startTransition(async () => {
      const result = await actions.reveal({ secretId });
      if (result.ok) setText(result.data.text);
      else toast.danger(result.error.message);
    });
  return (
    <div className="flex justify-end gap-1">
      {secret.isRevealed ? null : (
        <Button size="sm" variant="secondary" isPending={isPending} onPress={reveal}>
          Reveal once
        </Button>
      )}
      {secret.isActive ? null : (
        <>
          <ConfirmButton
            trigger="Activate"
            triggerLabel={`Activate the secret that ends in ${secret.hint}`}
            title={`Sign with the secret that ends in ${secret.hint}?`}
            confirm="Activate"
            run={() => actions.activate({ secretId })}
            onDone={() => router.refresh()}
          >
            New queue tokens are signed with it at once. A connector that does not hold it yet sends
            every visitor back to the line, so put it into all connectors first.
          </ConfirmButton>
          <ConfirmButton
            isIconOnly
            trigger={<Trash2 aria-hidden />}
            triggerLabel={`Delete the secret that ends in ${secret.hint}`}
            triggerVariant="ghost"
            title={`Delete the secret that ends in ${secret.hint}?`}
            confirm="Delete secret"
            run={() => actions.remove({ secretId })}
            onDone={() => router.refresh()}
          >
            What it signed is worth nothing at the waiting room afterwards. This cannot be undone.
          </ConfirmButton>
        </>
      )}
      <RevealedDialog
        title={`The secret that ends in ${secret.hint}`}
        what="the secret"
        text={text}
        advice={SECRET_ADVICE}
        onClose={() => {
          setText(null);
          router.refresh();
        }}
      />
    </div>
  );
}
