"use client";

import { useRouter } from "next/navigation";
import { FormMessage } from "@/components/shared/form-message";
import { Notice } from "@/components/shared/notice";
import { useAct } from "@/components/shared/use-act";
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
  const { isPending, message, act } = useAct();
  const run = () =>
    act(
      () => accept({ token }),
      async ({ customerId }) => {
        await switchCustomer({ customerId });
        router.push("/overview");
        router.refresh();
      },
    );
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
