"use client";

import { Button, toast } from "@heroui/react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { RevealedDialog } from "./revealed-dialog";
import type { SecretActions } from "./secret-actions";

export const SECRET_ADVICE =
  "This is the only time it is shown. Put it into the connectors of your site now; afterwards only its last four characters are known here.";

type GenerateSecretProps = { actions: SecretActions; variant: "primary" | "secondary" };

/** Generates a secret and shows it once. */
export function GenerateSecret({ actions, variant }: GenerateSecretProps) {
  const router = useRouter();
  const [text, setText] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const generate = () =>
    startTransition(async () => {
      const created = await actions.create();
      if (!created.ok) {
        toast.danger(created.error.message);
        return;
      }
      const revealed = await actions.reveal({ secretId: created.data.id });
      if (revealed.ok) setText(revealed.data.text);
      else toast.danger(revealed.error.message);
    });
  return (
    <>
      <Button size="sm" variant={variant} isPending={isPending} onPress={generate}>
        Generate a secret
      </Button>
      <RevealedDialog
        title="Your new secret"
        what="the secret"
        text={text}
        advice={SECRET_ADVICE}
        onClose={() => {
          setText(null);
          router.refresh();
        }}
      />
    </>
  );
}
