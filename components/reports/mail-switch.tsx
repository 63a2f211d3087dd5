"use client";

import { RoleNote } from "@/components/shared/role-note";
import { SavedSwitch } from "@/components/shared/saved-switch";
import type { Action } from "@/lib/http/action-result";
import type { SetReportMailsInput } from "@/lib/services/operation/report/set-mails";

type MailSwitchProps = {
  isOn: boolean;
  /** Undefined without the permission. */
  setMails: Action<SetReportMailsInput, { readonly isOn: boolean }> | undefined;
};

/** Whether the team is mailed the report of each run that ends. */
export function MailSwitch({ isOn, setMails }: MailSwitchProps) {
  if (setMails === undefined)
    return (
      <div className="flex flex-col gap-1 text-sm print:hidden">
        <p>{isOn ? "Each report is e-mailed to the team." : "Reports are not e-mailed."}</p>
        <RoleNote permission="report:publish" act="change this" />
      </div>
    );
  return (
    <div className="flex flex-col gap-2 print:hidden">
      <SavedSwitch {...{ isOn, save: setMails }}>
        E-mail the report to all members when a run ends
      </SavedSwitch>
    </div>
  );
}
