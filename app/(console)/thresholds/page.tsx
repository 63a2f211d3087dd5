import { Gauge } from "lucide-react";
import type { Metadata } from "next";
import { DocsLink } from "@/components/shared/docs-link";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { Panel } from "@/components/shared/panel";
import { ThresholdDialog } from "@/components/thresholds/threshold-dialog";
import { ThresholdTable } from "@/components/thresholds/threshold-table";
import { listEventNames } from "@/lib/services/event/manage/list-names";
import { listThresholds } from "@/lib/services/event/threshold/list";
import { requireCaller } from "../guard";
import { createThresholdAction, deleteThresholdAction, updateThresholdAction } from "./actions";

export const metadata: Metadata = { title: "Thresholds" };

export default async function ThresholdsPage() {
  const { context, can } = await requireCaller();
  const [thresholds, events] = await Promise.all([
    listThresholds(context),
    listEventNames(context),
  ]);
  const actions = {
    ...{ create: createThresholdAction, update: updateThresholdAction },
    remove: deleteThresholdAction,
  };
  const create = can("event:write") ? <ThresholdDialog {...{ actions, events }} /> : null;
  return (
    <>
      <PageHeader
        title="Thresholds"
        description={
          <>
            Limits for figures of your events. Webhooks and alerts are sent when one is crossed.{" "}
            <DocsLink page="webhooks#thresholds">How thresholds work</DocsLink>
          </>
        }
        actions={thresholds.length === 0 ? null : create}
      />
      <Panel flush>
        {thresholds.length === 0 ? (
          <EmptyState icon={Gauge} title="No thresholds yet" action={create}>
            Get notified when too many visitors wait or the outflow is underused.
          </EmptyState>
        ) : (
          <ThresholdTable {...{ thresholds, events, actions }} canWrite={can("event:write")} />
        )}
      </Panel>
    </>
  );
}
