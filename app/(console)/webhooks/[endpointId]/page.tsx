import type { Metadata } from "next";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { DeliveryPanel } from "@/components/webhooks/delivery-panel";
import { EditWebhook } from "@/components/webhooks/edit-webhook";
import { TYPE_GROUPS } from "@/components/webhooks/type-groups";
import { WebhookActions } from "@/components/webhooks/webhook-actions";
import { WebhookTrouble } from "@/components/webhooks/webhook-state";
import { DELIVERY_STATES } from "@/lib/domain/webhook/delivery-state";
import { getWebhook } from "@/lib/services/sites/webhook/get";
import { listDeliveries } from "@/lib/services/sites/webhook/list-deliveries";
import { load, requireCaller } from "../../guard";
import {
  deleteWebhookAction,
  replayRangeAction,
  rotateSecretAction,
  setStateAction,
  testWebhookAction,
  updateWebhookAction,
} from "../actions";

export const metadata: Metadata = { title: "Webhook" };

type WebhookPageProps = {
  params: Promise<{ endpointId: string }>;
  searchParams: Promise<{ state?: string; before?: string }>;
};

const DELIVERIES = 25;

export default async function WebhookPage({ params, searchParams }: WebhookPageProps) {
  const { endpointId } = await params;
  const { state: asked, before } = await searchParams;
  const { context, can } = await requireCaller();
  const webhook = await load(getWebhook(context, { endpointId }));
  const state = DELIVERY_STATES.find((one) => one === asked);
  const page = await load(
    listDeliveries(context, {
      ...{ endpointId, limit: DELIVERIES },
      ...(state === undefined ? {} : { state }),
      ...(before === undefined ? {} : { cursor: before }),
    }),
  );
  const canWrite = can("webhook:write");
  return (
    <>
      <PageHeader
        title={webhook.name}
        description={webhook.url}
        parent={{ label: "Webhooks", href: "/webhooks" }}
        actions={
          canWrite ? (
            <WebhookActions
              webhook={webhook}
              setState={setStateAction}
              test={testWebhookAction}
              rotateSecret={rotateSecretAction}
              remove={deleteWebhookAction}
            />
          ) : null
        }
      />
      <RefreshEvery seconds={5} />
      <div className="flex flex-col gap-4">
        <WebhookTrouble webhook={webhook} />
        <DeliveryPanel
          {...{ endpointId, page, state: state ?? null, canWrite }}
          replayRange={replayRangeAction}
        />
        <EditWebhook {...{ webhook, canWrite }} groups={TYPE_GROUPS} update={updateWebhookAction} />
      </div>
    </>
  );
}
