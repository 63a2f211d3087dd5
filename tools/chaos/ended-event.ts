import { db } from "@/lib/db/client";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { startEvent } from "@/lib/services/event/control/start";
import { createEvent } from "@/lib/services/event/manage/create";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { until } from "../shared/time";
import type { Cluster } from "./cluster";

/** Opens an event that lets everybody through after its end, and ends it; answers its line and how long a pass is good. */
export async function openEndedEvent(cluster: Cluster, eventId: string) {
  const { context } = cluster.events;
  const { redis, stack } = cluster;
  await createEvent(context, {
    eventId,
    name: eventId,
    kind: "scheduled",
    startLocal: "2020-01-01T09:00",
    endLocal: "2099-01-01T09:00",
    targetUrl: `${stack.urls.shop}/tickets`,
    afterEvent: { show: { kind: "page" }, protectedPages: "let-through" },
  });
  await startEvent(context, { eventId });
  const { id } = await db().event.findFirstOrThrow({ where: { wireId: eventId } });
  const settings = () => readPublishedEvent(redis, context.customer.wireId, eventId);
  await until(`${eventId} is open`, async () => (await settings())?.status === "open");
  await db().event.update({ where: { id }, data: { endAt: new Date(Date.now() - 1_000) } });
  await reconcileEvent(redis, id);
  await until(`${eventId} has ended`, async () => (await settings())?.status === "ended");
  const ended = await settings();
  if (ended === null) throw new Error(`${eventId} is not published.`);
  return { line: eventKeys(ended).line, validitySeconds: ended.queueTokenValiditySeconds };
}
