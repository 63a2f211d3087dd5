import { db } from "@/lib/db/client";
import { createEvent } from "@/lib/services/event/manage/create";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { ServiceContext } from "@/lib/services/ground/context";
import { toColumns } from "@/lib/services/ground/setting-columns";
import { setPushUrl } from "@/lib/services/sites/push/set-url";
import { serve } from "@/tools/shared/serve";
import { sleep } from "@/tools/shared/time";
import { attacksOn, isTaken, pouring, type Target, tryEach } from "../attack";
import {
  ATTACKERS_HOST,
  becomeCustomer,
  EVENT_ID,
  openJoinableEvent,
  openOwnEvent,
} from "../people";

/** The worker asks governed sites every half minute. */
const ONE_ROUND_MS = 36_000;
const ENDLESS_BYTES = 300 * 1_048_576;
/** What the buffers between two programs may hold, for each of 20 probes. */
const UNREAD_BYTES = 20 * 8 * 1_048_576;

/** Customers whose open events are asked for how their sites are, until the attack is over. */
async function openGoverned(target: Target): Promise<ServiceContext> {
  const context = await becomeCustomer();
  await openOwnEvent(context);
  const where = { customerId: context.customer.id };
  const close = () => db().event.updateMany({ where, data: { status: "stopped" } });
  target.closing({ close });
  return context;
}

const governed = (healthUrl: string, timeoutMs = 1_000) => {
  return { eventId: EVENT_ID, governor: { healthUrl, timeoutMs } };
};

export const WORKER_ATTACKS = attacksOn(openJoinableEvent, {
  "S1-addresses-inside: A customer has the worker ask an address of its own machine": async (
    target,
  ) => {
    let [asked, honest] = [0, 0];
    // In the same round the worker asks the page of an honest customer.
    const outside = await serve((_request, response) => {
      honest += 1;
      response.end("ok");
    });
    const inside = await serve((_request, response) => {
      asked += 1;
      response.end('{"v":"aa"}');
    });
    target.closing(outside);
    target.closing(inside);
    const [context, other] = [await openGoverned(target), await openGoverned(target)];
    await updateEvent(other, governed(`http://${ATTACKERS_HOST}:${outside.port}/`));
    const url = `http://127.0.0.1:${inside.port}/7`;
    const urls = [url];
    const drawn = {
      ...{ eventId: "drawn", name: "Drawn", targetUrl: "https://shop.example/" },
      ...({ kind: "scheduled", startLocal: "2199-01-01T10:00" } as const),
      draw: { type: "http-beacon", urls, field: "v", round: 7, roundAtMs: 9e12 } as const,
    };
    const push = `https://127.0.0.1:${inside.port}/`;
    const entries = {
      "health page": () => updateEvent(context, governed(url)),
      beacon: () => createEvent(context, drawn),
      push: () => setPushUrl(context, { url: push }),
    };
    const names = ["health page", "beacon", "push"] as const;
    const taken = await tryEach(names, (name) => isTaken(entries[name]()));
    // As if it had been stored before: what is asked must not rest on what was typed.
    const where = { customerId_wireId: { customerId: context.customer.id, wireId: EVENT_ID } };
    const { governor } = governed(`http://127.0.0.1:${inside.port}/`);
    const row = await db().event.findUniqueOrThrow({ where });
    await db().event.update({ where, data: toColumns({ governor }, row) });
    await sleep(ONE_ROUND_MS);
    if (honest === 0) throw new Error("The worker asked no health page in one round.");
    return {
      succeeded: taken.succeeded || asked > 0,
      seen: `When entered: ${taken.seen} Asked ${asked} times.`,
    };
  },
  "S2-endless-health-page: A customer's health page answers 300 MB to each probe": async (
    target,
  ) => {
    let [asked, written] = [0, 0];
    const site = await serve((_request, response) => {
      asked += 1;
      response.on("error", () => undefined);
      pouring(ENDLESS_BYTES, (bytes) => (written += bytes)).pipe(response);
    });
    target.closing(site);
    const context = await openGoverned(target);
    await updateEvent(context, governed(`http://${ATTACKERS_HOST}:${site.port}/`, 10_000));
    await sleep(ONE_ROUND_MS);
    if (asked === 0) throw new Error("The worker did not ask the health page in one round.");
    const seen = `${asked} probes took ${Math.round(written / 1_048_576)} MB of 300 MB each.`;
    return { succeeded: written > UNREAD_BYTES, seen };
  },
});
