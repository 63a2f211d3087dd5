import { BellRing, Send } from "lucide-react";
import type { Metadata } from "next";
import { AlertTable } from "@/components/alerts/alert-table";
import { ChannelDialog } from "@/components/alerts/channel-dialog";
import { ChannelTable } from "@/components/alerts/channel-table";
import { RuleDialog } from "@/components/alerts/rule-dialog";
import { RuleTable } from "@/components/alerts/rule-table";
import { DocsLink } from "@/components/shared/docs-link";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { Panel } from "@/components/shared/panel";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { ALERT_TYPE_GROUPS } from "@/components/webhooks/type-groups";
import { listAlerts } from "@/lib/services/sites/alert/list-alerts";
import { listAlertChannels } from "@/lib/services/sites/alert/list-channels";
import { listAlertRules } from "@/lib/services/sites/alert/list-rules";
import { requireCaller } from "../guard";
import {
  createChannelAction,
  createRuleAction,
  deleteChannelAction,
  deleteRuleAction,
  previewRuleAction,
  setRuleStateAction,
  testChannelAction,
  testRuleAction,
  updateChannelAction,
  updateRuleAction,
} from "./actions";

export const metadata: Metadata = { title: "Alerts" };

/** Of those that are over. */
const RECENT = 10;

const CHANNEL_ACTIONS = {
  ...{ create: createChannelAction, update: updateChannelAction },
  ...{ test: testChannelAction, remove: deleteChannelAction },
};
const RULE_ACTIONS = {
  ...{ create: createRuleAction, update: updateRuleAction, preview: previewRuleAction },
  ...{ setState: setRuleStateAction, test: testRuleAction, remove: deleteRuleAction },
};

export default async function AlertsPage() {
  const { context, can } = await requireCaller();
  const [open, ended, rules, channels] = await Promise.all([
    listAlerts(context, { state: "open", limit: 100 }),
    listAlerts(context, { state: "ended", limit: RECENT }),
    listAlertRules(context),
    listAlertChannels(context),
  ]);
  const canWrite = can("alert:write");
  const alerts = [...open.items, ...ended.items];
  const ofRules = { channels, groups: ALERT_TYPE_GROUPS, actions: RULE_ACTIONS };
  const newChannel = canWrite ? <ChannelDialog actions={CHANNEL_ACTIONS} /> : null;
  const newRule = canWrite && channels.length > 0 ? <RuleDialog {...ofRules} /> : null;
  return (
    <>
      <PageHeader
        title="Alerts"
        description={
          <>
            Notifies people when something goes wrong, and again when it is resolved.{" "}
            <DocsLink page="alerts">How alerts work</DocsLink>
          </>
        }
      />
      <RefreshEvery seconds={10} />
      <div className="flex flex-col gap-4">
        <Panel flush title="Open and recent">
          {alerts.length === 0 ? (
            <p className="p-4 text-sm text-muted">No alerts yet.</p>
          ) : (
            <AlertTable alerts={alerts} />
          )}
        </Panel>
        <Panel flush title="Rules" actions={rules.length === 0 ? null : newRule}>
          {rules.length === 0 ? (
            <EmptyState icon={BellRing} title="No rules yet" action={newRule}>
              {channels.length === 0
                ? "Create a channel first, then choose what to be notified about."
                : "Choose what to be notified about and where."}
            </EmptyState>
          ) : (
            <RuleTable {...ofRules} {...{ rules, canWrite }} />
          )}
        </Panel>
        <Panel flush title="Channels" actions={channels.length === 0 ? null : newChannel}>
          {channels.length === 0 ? (
            <EmptyState icon={Send} title="No channels yet" action={newChannel}>
              E-mail, Slack, Microsoft Teams, PagerDuty or Opsgenie.
            </EmptyState>
          ) : (
            <ChannelTable {...{ channels, canWrite }} actions={CHANNEL_ACTIONS} />
          )}
        </Panel>
      </div>
    </>
  );
}
