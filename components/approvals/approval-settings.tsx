"use client";

import { useRouter } from "next/navigation";
import { CheckField } from "@/components/shared/check-field";
import { DocsLink } from "@/components/shared/docs-link";
import { FormMessage } from "@/components/shared/form-message";
import { NumberField } from "@/components/shared/number-field";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { SubmitButton } from "@/components/shared/submit-button";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import {
  APPROVAL_MINUTES,
  APPROVAL_OUTFLOW,
  APPROVAL_TOPICS,
} from "@/lib/domain/approval/approval";
import type { Action } from "@/lib/http/action-result";
import type { ApprovalSetting } from "@/lib/services/approval/get-setting";
import type { SetApprovalsInput } from "@/lib/services/approval/schemas";

type ApprovalSettingsProps = {
  setting: ApprovalSetting;
  canWrite: boolean;
  save: Action<SetApprovalsInput, unknown>;
};

type Values = {
  topics: Record<(typeof APPROVAL_TOPICS)[number], boolean>;
  minutes: number;
  outflow: number;
};

const LABELS = {
  stop: {
    label: "Stopping an event",
    description:
      "Everybody who waits loses their place. Covers an end that is moved to an earlier time.",
  },
  "let-through": {
    label: "Letting everybody through",
    description:
      "The site gets all who wait, at once. Covers every setting and schedule that does the same. Not covered: Queue all, which holds to the outflow, and staff links.",
  },
  delete: {
    label: "Deleting an event",
    description: "Its runs, codes and secrets go for good.",
  },
  secrets: {
    label: "Generating, activating and revoking secrets",
    description:
      "Whoever holds a secret lets visitors in. Not covered: showing one, which its developers may always do.",
  },
  members: {
    label: "Inviting members and changing roles",
    description:
      "Whoever gives roles could make a second person. Removing a member is not covered.",
  },
  "sign-in": {
    label: "Setting and removing single sign-on",
    description: "Whoever sets the provider decides who is who.",
  },
} as const;

/** What needs a second person; owners change it. */
export function ApprovalSettings({ setting, canWrite, save }: ApprovalSettingsProps) {
  return (
    <Panel
      title="What needs a second person"
      description="A pause never does: it holds the line for as long as you need to find somebody."
      actions={<DocsLink page="team#a-second-person">How approvals work</DocsLink>}
    >
      {canWrite ? (
        <SettingsForm setting={setting} save={save} />
      ) : (
        <>
          <p className="text-sm">
            {setting.topics.length === 0
              ? "Nothing."
              : `${setting.topics.map((topic) => LABELS[topic].label).join("; ")}. A request waits ${setting.minutes} minutes.`}
          </p>
          <RoleNote permission="customer:security" act="change this" className="mt-2" />
        </>
      )}
    </Panel>
  );
}

function SettingsForm({ setting, save }: Omit<ApprovalSettingsProps, "canWrite">) {
  const router = useRouter();
  const { control, message, isPending, onSubmit } = useActionForm<Values, unknown>({
    defaultValues: {
      topics: {
        stop: setting.topics.includes("stop"),
        "let-through": setting.topics.includes("let-through"),
        delete: setting.topics.includes("delete"),
        secrets: setting.topics.includes("secrets"),
        members: setting.topics.includes("members"),
        "sign-in": setting.topics.includes("sign-in"),
      },
      minutes: setting.minutes,
      outflow: setting.outflow,
    },
    submit: ({ topics, minutes, outflow }) =>
      save({ topics: APPROVAL_TOPICS.filter((topic) => topics[topic]), minutes, outflow }),
    onDone: () => {
      toast.success("Saved");
      router.refresh();
    },
  });
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
      <FormMessage message={message} />
      {APPROVAL_TOPICS.map((topic) => (
        <CheckField key={topic} control={control} name={`topics.${topic}`} {...LABELS[topic]} />
      ))}
      <NumberField
        control={control}
        name="outflow"
        label="Outflow that lets everybody through"
        description="A higher outflow needs the second person, too."
        unit="per minute"
        minValue={APPROVAL_OUTFLOW.min}
        maxValue={APPROVAL_OUTFLOW.max}
        className="max-w-60"
      />
      <NumberField
        control={control}
        name="minutes"
        label="A request waits"
        unit="minutes"
        minValue={APPROVAL_MINUTES.min}
        maxValue={APPROVAL_MINUTES.max}
        className="max-w-60"
      />
      <div>
        <SubmitButton isPending={isPending}>Save</SubmitButton>
      </div>
    </form>
  );
}
