import { db } from "@/lib/db/client";
import type { EventRef } from "@/lib/line/keys";
import { newId } from "@/lib/platform/ids";
import { startEvent } from "@/lib/services/event/control/start";
import { createEvent } from "@/lib/services/event/manage/create";
import { workerContext } from "@/lib/services/ground/context";
import { setCaptchaKeys } from "@/lib/services/sites/captcha-keys/set";
import { createSecret } from "@/lib/services/sites/secret/create";
import type { Cluster } from "../cluster";
import { untilStarted } from "../started";

/** The customer whose events are attacked gets keys of the CAPTCHA vendor that is away. */
export async function giveVendorsKeys({ events }: Cluster): Promise<void> {
  const keys = {
    siteKey: "1x00000000000000000000AA",
    secret: "1x0000000000000000000000000000000AA",
  };
  await setCaptchaKeys(events.context, { provider: "turnstile", ...keys });
}

const EVENT_ID = "othersale";

/** An event of another customer of the same installation. */
export async function openOthersEvent({ redis, stack }: Cluster): Promise<EventRef> {
  const customer = { id: newId("customer"), wireId: "others", name: "Others", timeZone: "UTC" };
  await db().customer.create({ data: customer });
  const context = workerContext(customer, "chaos");
  await createSecret(context);
  await createEvent(context, {
    eventId: EVENT_ID,
    name: "A sale of others",
    kind: "always-on",
    targetUrl: `${stack.urls.shop}/tickets`,
    queueAll: true,
    outflowPerMinute: 600,
  });
  await startEvent(context, { eventId: EVENT_ID });
  return untilStarted(redis, { customerId: customer.wireId, eventId: EVENT_ID });
}
