"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { Notice } from "@/components/shared/notice";
import { orOffline } from "@/components/shared/or-offline";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";

type AcceptInvitationProps = {
  token: string;
  signedInAs: string;
  isForThem: boolean;
  accept: Action<{ token: string }, { readonly customerId: string }>;
  switchCustomer: Action<{ customerId: string }, unknown>;
};

/** Lets somebody who is signed in become a member. */
export function AcceptInvitation(props: AcceptInvitationProps) {
  const { token, signedInAs, isForThem, accept, switchCustomer } = props;
  const router = useRouter();
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const run = () =>
    startTransition(async () => {
      const result = await orOffline(accept({ token }));
      if (!result.ok) {
        setMessage(result.error.message);
        return;
      }
      await switchCustomer({ customerId: result.data.customerId });
      router.push("/overview");
      router.refresh();
    });
  if (!isForThem) {
    return (
      <Notice tone="warning">
        You are signed in as {signedInAs}. Sign out, then open the invitation link again.
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <FormMessage message={message} />
      <Button fullWidth isPending={isPending} onClick={run}>
        Accept invitation
      </Button>
    </div>
  );
}
