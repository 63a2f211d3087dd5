"use client";

import { useState } from "react";
import { ButtonLink } from "@/components/shared/button-link";
import { FormMessage } from "@/components/shared/form-message";
import { Notice } from "@/components/shared/notice";
import { useAct } from "@/components/shared/use-act";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type { ConfirmEmailChangeInput } from "@/lib/services/people/user/change-email";

type ConfirmEmailProps = {
  token: string;
  confirm: Action<ConfirmEmailChangeInput, { readonly email: string }>;
};

/** Takes the address of a mailed link. A button, because programs open links of e-mails, too. */
export function ConfirmEmail({ token, confirm }: ConfirmEmailProps) {
  const [email, setEmail] = useState<string | null>(null);
  const { isPending, message, act } = useAct();
  const run = () =>
    act(
      () => confirm({ token }),
      (confirmed) => setEmail(confirmed.email),
    );
  if (email !== null) {
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="success" role="status">
          Your sign-in address is now {email}.
        </Notice>
        <ButtonLink href="/account" size="md" className="w-full">
          Continue
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <FormMessage message={message} />
      <Button fullWidth isPending={isPending} onClick={run}>
        Confirm address
      </Button>
    </div>
  );
}
