"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useState, useTransition } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { orOffline } from "@/components/shared/or-offline";
import { RoleNote } from "@/components/shared/role-note";
import { Switch } from "@/components/ui/switch";
import type { Action } from "@/lib/http/action-result";
import type { SetReportMailsInput } from "@/lib/services/operation/report/set-mails";

type MailSwitchProps = {
  isOn: boolean;
  /** Undefined without the permission. */
  setMails: Action<SetReportMailsInput, { readonly isOn: boolean }> | undefined;
};

/** Whether the team is mailed the report of each run that ends. What is chosen is shown at once, and taken back when it is refused. */
export function MailSwitch({ isOn, setMails }: MailSwitchProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(isOn);
  const [message, setMessage] = useState<string | null>(null);
  if (setMails === undefined)
    return (
      <div className="flex flex-col gap-1 text-sm print:hidden">
        <p>{isOn ? "Each report is e-mailed to the team." : "Reports are not e-mailed."}</p>
        <RoleNote permission="report:publish" act="change this" />
      </div>
    );
  const change = (next: boolean) =>
    startTransition(async () => {
      show(next);
      const result = await orOffline(setMails({ isOn: next }));
      setMessage(result.ok ? null : result.error.message);
      router.refresh();
    });
  return (
    <div className="flex flex-col gap-2 print:hidden">
      <Switch isOn={shown} isPending={isPending} onChange={change}>
        E-mail the report to all members when a run ends
      </Switch>
      <FormMessage message={message} />
    </div>
  );
}
