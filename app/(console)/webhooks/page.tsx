import { Webhook } from "lucide-react";
import type { Metadata } from "next";
import { DocsLink } from "@/components/shared/docs-link";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { Panel } from "@/components/shared/panel";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { CreateWebhook } from "@/components/webhooks/create-webhook";
import { TYPE_GROUPS } from "@/components/webhooks/type-groups";
import { WebhookTable } from "@/components/webhooks/webhook-table";
import { listWebhooks } from "@/lib/services/sites/webhook/list";
import { requireCaller } from "../guard";
import { createWebhookAction } from "./actions";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage() {
  const { context, can } = await requireCaller();
  const webhooks = await listWebhooks(context);
  const create = can("webhook:write") ? (
    <CreateWebhook create={createWebhookAction} groups={TYPE_GROUPS} />
  ) : null;
  return (
    <>
      <PageHeader
        title="Webhooks"
        description={
          <>
            Notifications to your own servers, signed and in order.{" "}
            <DocsLink page="webhooks">How to receive them</DocsLink>
          </>
        }
        actions={webhooks.length === 0 ? null : create}
      />
      <RefreshEvery seconds={10} />
      <Panel flush>
        {webhooks.length === 0 ? (
          <EmptyState icon={Webhook} title="No webhooks yet" action={create}>
            Add the URL of a server to notify when an event opens, sells out or is paused.
          </EmptyState>
        ) : (
          <WebhookTable webhooks={webhooks} />
        )}
      </Panel>
    </>
  );
}
