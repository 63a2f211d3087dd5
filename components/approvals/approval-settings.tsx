"use client";

import { useRouter } from "next/navigation";
import { Fragment } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { CheckField } from "@/components/shared/check-field";
import { DocsLink } from "@/components/shared/docs-link";
import { NumberField } from "@/components/shared/number-field";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import {
  APPROVAL_MINUTES,
  APPROVAL_OUTFLOW,
  APPROVAL_TOPICS,
} from "@/lib/domain/approval/approval";
import type { Action } from "@/lib/http/action-result";
import type { ApprovalSetting } from "@/lib/services/people/approval/get-setting";
import type { SetApprovalsInput } from "@/lib/services/people/approval/schemas";

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
      "Everyone in line loses their place. Also covers moving the end to an earlier time.",
  },
  "let-through": {
    label: "Letting everyone through",
    description:
      "Everyone in line reaches the site at once. Covers every setting and schedule with that effect. Does not cover Queue all, which keeps to the outflow, or staff links.",
  },
  outflow: {
    label: "Raising the outflow above a limit",
    description:
      "Visitors who were admitted can't be called back. Covers settings and schedules too; part of “Letting everyone through”.",
  },
  messages: {
    label: "Messages to visitors",
    description:
      "Everyone in line reads them at once. A pause itself never waits: only its message does.",
  },
  publish: {
    label: "Publishing and rolling back rules",
    description: "Decides which pages of your sites are protected. Connectors follow in seconds.",
  },
  delete: {
    label: "Deleting an event",
    description: "Deletes its runs, codes and secrets permanently.",
  },
  secrets: {
    label: "Generating, activating and revoking secrets",
    description:
      "Anyone with a secret can let visitors in. Does not cover showing a secret, which developers may always do.",
  },
  members: {
    label: "Inviting members and changing roles",
    description:
      "Anyone who assigns roles could create a second approver. Does not cover removing a member.",
  },
  owners: {
    label: "Inviting owners and changing who is one",
    description:
      "Owners decide what needs approval. Part of “Inviting members and changing roles”.",
  },
  "sign-in": {
    label: "Setting and removing single sign-on",
    description: "Whoever controls the provider controls every identity.",
  },
} as const;

/** What needs a second person; owners change it. */
export function ApprovalSettings({ setting, canWrite, save }: ApprovalSettingsProps) {
  return (
    <Panel
      title="Actions that need approval"
      description="Pausing never needs approval, so you can hold the line while you find a second person."
      actions={<DocsLink page="team#a-second-person">How approvals work</DocsLink>}
    >
      {canWrite ? (
        <SettingsForm setting={setting} save={save} />
      ) : (
        <>
          <p className="text-sm">
            {setting.topics.length === 0
              ? "Nothing."
              : `${setting.topics.map((topic) => LABELS[topic].label).join("; ")}. Requests expire after ${setting.minutes} minutes.`}
          </p>
          <RoleNote permission="customer:security" act="change this" className="mt-2" />
        </>
      )}
    </Panel>
  );
}

function SettingsForm({ setting, save }: Omit<ApprovalSettingsProps, "canWrite">) {
  const router = useRouter();
  const { control, ...asked } = useActionForm<Values, unknown>({
    defaultValues: {
      topics: {
        stop: setting.topics.includes("stop"),
        "let-through": setting.topics.includes("let-through"),
        outflow: setting.topics.includes("outflow"),
        messages: setting.topics.includes("messages"),
        publish: setting.topics.includes("publish"),
        delete: setting.topics.includes("delete"),
        secrets: setting.topics.includes("secrets"),
        members: setting.topics.includes("members"),
        owners: setting.topics.includes("owners"),
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
    <ActionForm {...asked} submit="Save" at="start">
      {APPROVAL_TOPICS.map((topic) => (
        <Fragment key={topic}>
          <CheckField control={control} name={`topics.${topic}`} {...LABELS[topic]} />
          {topic === "outflow" ? (
            <NumberField
              control={control}
              name="outflow"
              label="Outflow limit without approval"
              unit="per minute"
              minValue={APPROVAL_OUTFLOW.min}
              maxValue={APPROVAL_OUTFLOW.max}
              className="ml-7 max-w-80"
            />
          ) : null}
        </Fragment>
      ))}
      <NumberField
        control={control}
        name="minutes"
        label="Requests expire after"
        unit="minutes"
        minValue={APPROVAL_MINUTES.min}
        maxValue={APPROVAL_MINUTES.max}
        className="max-w-60"
      />
    </ActionForm>
  );
}
