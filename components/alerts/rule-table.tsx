"use client";

import { useRouter } from "next/navigation";
import type { ChoiceGroup } from "@/components/shared/choices-field";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { useAct } from "@/components/shared/use-act";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { toast } from "@/components/ui/toast";
import type { AlertChannelView } from "@/lib/services/sites/alert/channel-view";
import type { AlertRuleView } from "@/lib/services/sites/alert/rule-view";
import type { RuleActions } from "./actions";
import { SEVERITY_LABELS } from "./labels";
import { RuleDialog } from "./rule-dialog";
import { SendTest } from "./send-test";

type RuleTableProps = {
  rules: readonly AlertRuleView[];
  channels: readonly AlertChannelView[];
  groups: readonly ChoiceGroup[];
  actions: RuleActions;
  canWrite: boolean;
};

/** All rules of a customer. */
export function RuleTable(props: RuleTableProps) {
  return (
    <DataTable
      caption="Rules"
      columns={columnsOf(props)}
      rows={props.rules}
      rowKey={({ id }) => id}
      isPlain={!props.canWrite}
    />
  );
}

function columnsOf({ channels, groups, actions, canWrite }: RuleTableProps) {
  const columns: DataColumn<AlertRuleView>[] = [
    {
      key: "name",
      header: "Name",
      cell: ({ name, isOn }) => (
        <span className="flex min-w-0 flex-col items-start gap-1">
          <span className="font-medium break-words">{name}</span>
          <span className="md:hidden">
            <State isOn={isOn} />
          </span>
        </span>
      ),
    },
    {
      key: "severity",
      header: "Severity",
      wideOnly: true,
      cell: ({ severity }) => SEVERITY_LABELS[severity],
    },
    {
      key: "channels",
      header: "Channels",
      wideOnly: true,
      cell: ({ channelIds }) => namesOf(channelIds, channels),
    },
    {
      key: "state",
      header: "State",
      wideOnly: true,
      cell: State,
    },
  ];
  if (!canWrite) return columns;
  const actionColumn: DataColumn<AlertRuleView> = {
    key: "actions",
    header: "Actions",
    hideHeader: true,
    align: "end",
    cell: (rule) => (
      <span className="flex flex-wrap justify-end gap-1">
        <Toggle {...{ rule, actions }} />
        <SendTest name={rule.name} send={() => actions.test({ alertRuleId: rule.id })} />
        <RuleDialog {...{ actions, channels, groups, rule }} />
        <ConfirmButton
          trigger="Delete"
          triggerLabel={`Delete ${rule.name}`}
          triggerVariant="ghost"
          title={`Delete ${rule.name}?`}
          confirm="Delete rule"
          run={() => actions.remove({ alertRuleId: rule.id })}
        >
          Its open alerts are resolved, and its history is deleted.
        </ConfirmButton>
      </span>
    ),
  };
  return [...columns, actionColumn];
}

function State({ isOn }: Pick<AlertRuleView, "isOn">) {
  return (
    <Chip size="sm" variant="soft" color={isOn ? "success" : "default"}>
      {isOn ? "On" : "Off"}
    </Chip>
  );
}

function Toggle({ rule, actions }: { rule: AlertRuleView; actions: RuleActions }) {
  const router = useRouter();
  const { act, isPending } = useAct();
  const { id: alertRuleId, isOn, name } = rule;
  const label = isOn ? "Turn off" : "Turn on";
  const press = () =>
    act(
      () => actions.setState({ alertRuleId, isOn: !isOn }),
      () => router.refresh(),
      toast.danger,
    );
  return (
    <Button
      size="sm"
      variant="ghost"
      isDisabled={isPending}
      onClick={press}
      aria-label={`${label} ${name}`}
    >
      {label}
    </Button>
  );
}

function namesOf(ids: readonly string[], channels: readonly AlertChannelView[]): string {
  const names = channels.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return names.length === 0 ? "None" : names.join(", ");
}
