import { db } from "@/lib/db/client";
import { createEvent } from "@/lib/services/event/manage/create";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { ServiceContext } from "@/lib/services/ground/context";
import { toColumns } from "@/lib/services/ground/setting-columns";
import { setPushUrl } from "@/lib/services/sites/push/set-url";
import { serve } from "@/tools/shared/serve";
import { sleep } from "@/tools/shared/time";
import { type AttackResult, attacksOn, isTaken, type Target } from "../attack";
import { becomeCustomer, openOwnEvent } from "../attacker";
import { ATTACKERS_HOST } from "../attackers-host";
import { honestVisitor } from "../honest";

/** The worker asks governed sites every half minute. */
const ONE_ROUND_MS = 36_000;
const CHUNK = Buffer.alloc(65_536);
const ENDLESS_BYTES = 300 * 1_048_576;
/** What the buffers between two programs may hold, for each of 20 probes. */
const UNREAD_BYTES = 20 * 8 * 1_048_576;

async function enterInternalAddresses(context: ServiceContext, port: number): Promise<string[]> {
  const inside = `http://127.0.0.1:${port}/7`;
  const governor = { healthUrl: inside, timeoutMs: 1_000 };
  const urls = [inside];
  const draw = { type: "http-beacon", urls, field: "v", round: 7, roundAtMs: 9e12 } as const;
  const drawn = {
    eventId: "drawn",
    name: "Drawn",
    kind: "scheduled",
    startLocal: "2199-01-01T10:00",
    targetUrl: "https://shop.example/",
    draw,
  } as const;
  const entries = [
    ["health page", updateEvent(context, { eventId: "sale", governor })],
    ["beacon", createEvent(context, drawn)],
    ["push", setPushUrl(context, { url: `https://127.0.0.1:${port}/` })],
  ] as const;
  const taken = await Promise.all(entries.map(([, entry]) => isTaken(entry)));
  return entries.flatMap(([name], index) => (taken[index] === true ? [name] : []));
}

async function reachInside(target: Target): Promise<AttackResult> {
  const context = await becomeCustomer(target);
  await openOwnEvent(context);
  let [asked, honest] = [0, 0];
  // In the same round the worker asks the page of an honest customer.
  const outside = await serve((_request, response) => {
    honest += 1;
    response.end("ok");
  });
  const other = await becomeCustomer(target);
  await openOwnEvent(other);
  const healthUrl = `http://${ATTACKERS_HOST}:${outside.port}/`;
  await updateEvent(other, { eventId: "sale", governor: { healthUrl, timeoutMs: 1_000 } });
  const inside = await serve((_request, response) => {
    asked += 1;
    response.end('{"v":"aa"}');
  });
  try {
    const taken = await enterInternalAddresses(context, inside.port);
    // As if it had been stored before: what is asked must not rest on what was typed.
    const where = { customerId_wireId: { customerId: context.customer.id, wireId: "sale" } };
    const governor = { healthUrl: `http://127.0.0.1:${inside.port}/`, timeoutMs: 1_000 };
    const row = await db().event.findUniqueOrThrow({ where });
    await db().event.update({ where, data: toColumns({ governor }, row) });
    await sleep(ONE_ROUND_MS);
    if (honest === 0) throw new Error("The worker asked no health page in one round.");
    const seen = `Taken when entered: ${taken.join(", ") || "none"}; asked ${asked} times.`;
    return { succeeded: taken.length > 0 || asked > 0, seen };
  } finally {
    await db().event.updateMany({
      where: { customerId: { in: [context.customer.id, other.customer.id] } },
      data: { status: "stopped" },
    });
    await Promise.all([inside.close(), outside.close()]);
  }
}

async function serveEndless(target: Target): Promise<AttackResult> {
  const context = await becomeCustomer(target);
  await openOwnEvent(context);
  let [asked, written] = [0, 0];
  const site = await serve((_request, response) => {
    asked += 1;
    let left = ENDLESS_BYTES;
    response.on("error", () => undefined);
    const pour = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= CHUNK.length;
        written += CHUNK.length;
        if (response.write(CHUNK)) continue;
        response.once("drain", pour);
        return;
      }
      response.end();
    };
    pour();
  });
  try {
    const healthUrl = `http://${ATTACKERS_HOST}:${site.port}/`;
    const governor = { healthUrl, timeoutMs: 10_000 };
    await updateEvent(context, { eventId: "sale", governor });
    await sleep(ONE_ROUND_MS);
    if (asked === 0) throw new Error("The worker did not ask the health page in one round.");
    const seen = `${asked} probes took ${Math.round(written / 1_048_576)} MB of 300 MB each.`;
    return { succeeded: written > UNREAD_BYTES, seen };
  } finally {
    await db().event.updateMany({
      where: { customerId: context.customer.id },
      data: { status: "stopped" },
    });
    await site.close();
  }
}

export const WORKER_ATTACKS = attacksOn(honestVisitor, {
  "S1-addresses-inside": [
    "A customer has the worker ask an address of its own machine",
    reachInside,
  ],
  "S2-endless-health-page": ["A customer's health page answers 300 MB to each probe", serveEndless],
});
