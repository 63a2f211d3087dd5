"use client";

import { useState } from "react";
import { ButtonLink } from "@/components/shared/button-link";
import { FormMessage } from "@/components/shared/form-message";
import { Notice } from "@/components/shared/notice";
import { useAct } from "@/components/shared/use-act";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type {
  ConfirmSingleSignOnInput,
  LinkView,
} from "@/lib/services/people/single-sign-on/confirm";

type ConfirmSingleSignOnProps = {
  token: string;
  confirm: Action<ConfirmSingleSignOnInput, LinkView>;
};

/** Agrees to what a mailed link asks. A button, because programs open links of e-mails, too. */
export function ConfirmSingleSignOn({ token, confirm }: ConfirmSingleSignOnProps) {
  const [link, setLink] = useState<LinkView | null>(null);
  const { isPending, message, act } = useAct();
  const run = () => act(() => confirm({ token }), setLink);
  if (link !== null) {
    const query = new URLSearchParams({ customer: link.customerId });
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="success" role="status">
          Confirmed. You can sign in to {link.customerName} with SSO.
        </Notice>
        <ButtonLink href={`/sign-in/single-sign-on?${query}`} size="md" className="w-full">
          Sign in
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <FormMessage message={message} />
      <Button fullWidth isPending={isPending} onClick={run}>
        Confirm
      </Button>
    </div>
  );
}
