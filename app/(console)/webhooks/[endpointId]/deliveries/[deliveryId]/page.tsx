import type { Metadata } from "next";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { AttemptPanel } from "@/components/webhooks/attempt-panel";
import { DeliveryActions } from "@/components/webhooks/delivery-actions";
import { RequestPanel } from "@/components/webhooks/request-panel";
import { getWebhook } from "@/lib/services/sites/webhook/get";
import { getDelivery } from "@/lib/services/sites/webhook/get-delivery";
import { load, requireCaller } from "../../../../guard";
import { replayDeliveryAction, skipDeliveryAction } from "../../../actions";

export const metadata: Metadata = { title: "Delivery" };

type DeliveryPageProps = { params: Promise<{ endpointId: string; deliveryId: string }> };

export default async function DeliveryPage({ params }: DeliveryPageProps) {
  const { endpointId, deliveryId } = await params;
  const { context, can } = await requireCaller();
  const webhook = await load(getWebhook(context, { endpointId }));
  const delivery = await load(getDelivery(context, { endpointId, deliveryId }));
  return (
    <>
      <PageHeader
        title={delivery.summary}
        description={delivery.type}
        parent={{ label: webhook.name, href: `/webhooks/${endpointId}` }}
        actions={
          can("webhook:write") ? (
            <DeliveryActions
              {...{ endpointId, delivery }}
              replay={replayDeliveryAction}
              skip={skipDeliveryAction}
            />
          ) : null
        }
      />
      {delivery.state === "pending" ? <RefreshEvery seconds={2} /> : null}
      <div className="flex flex-col gap-4">
        <AttemptPanel delivery={delivery} />
        <RequestPanel url={webhook.url} request={delivery.request} />
      </div>
    </>
  );
}
