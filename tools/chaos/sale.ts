import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import { setLimit } from "@/lib/line/commands/limits";
import type { EventRef } from "@/lib/line/keys";
import { sleep, until } from "../shared/time";
import { type Disturbance, newDisturbance, type Say } from "./aftermath";
import { Browser } from "./browser";
import type { Cluster, EventOptions } from "./cluster";
import { countIn, type Guest, type GuestOptions, inviteGuests, type Rooms } from "./guests";
import { figuresOf, type Leaves, LOSSES, pick, sayErrors } from "./sale-figures";
import { type Stores, watchLine } from "./watch-line";

export type Sale = ReturnType<typeof watchSale>;

type SaleOptions = GuestOptions & {
  readonly disturbance?: Disturbance;
  /** What the site sells; no end of it where it is left out. */
  readonly stock?: number | null;
};

export async function openSale(cluster: Cluster, options: EventOptions, sold: SaleOptions = {}) {
  const event = await cluster.open(options);
  const { stock = null } = sold;
  if (stock !== null) await setLimit(cluster.redis, event, "stock", stock);
  return watchSale(cluster, event, { ...options, ...sold });
}

/** Those who come to an open event, and an observer of its line. */
export function watchSale(
  installation: Rooms & Stores,
  event: EventRef,
  options: Partial<EventOptions> & SaleOptions,
) {
  const watch = watchLine(installation, event);
  const { disturbance = newDisturbance(), stock = null } = options;
  const { isDisturbed } = disturbance;
  const guests = inviteGuests(installation, event, { isDisturbed, ...options });
  const leaves: Leaves = new Map();
  const {
    queueTokenValiditySeconds: validitySeconds = EVENT_DEFAULTS.queueTokenValiditySeconds,
    sessionMinutes = EVENT_DEFAULTS.sessionMinutes,
  } = options;
  const known = {
    ...{ outflow: watch.outflow, cap: watch.cap, leaves, stock },
    ...{ activeCap: options.activeCap ?? null, validitySeconds },
    // A seat is held for the session, the validity and a minute.
    seatMs: (sessionMinutes * 60 + validitySeconds + 60) * 1_000,
  };
  return {
    ...{ event, guests, watch, disturbance, known },
    /** Says after a while of at most so long that the visit of somebody who was let in is over. */
    async leave({ client, seen, visit }: Guest, stayMs: number): Promise<void> {
      await visit;
      const [queueId] = seen.queueIds;
      if (queueId === undefined) return;
      await sleep(stayMs * Math.random());
      leaves.set(queueId, watch.lineTimeOf(performance.now()));
      const browser = new Browser(installation.stack.urls.waitingRoom, event, client);
      for (let attempt = 0; attempt < 40; attempt += 1) {
        if ((await browser.ask("leave", {})).status === 200) return;
        await sleep(1_000);
      }
    },
    /** Waits until so many are in, but no longer than that. */
    untilIn: (count: number, withinMs: number) =>
      until("all are in", () => countIn(guests) >= count, withinMs).catch(() => undefined),
    /** Everybody goes home; answers what each went through, and everybody who was let in. */
    async end() {
      await guests.goHome();
      const admitted = await watch.complete();
      await watch.close();
      return { ...known, seen: guests.seen(), admitted };
    },
  };
}

/** Waits until everybody is in; each failed request is an error, and so is everybody who was to get in and did not. */
export async function endWhenIn(sale: Sale, say: Say, withinMs = 300_000) {
  const { guests } = sale;
  const areIn = () => countIn(guests) === guests.all.length;
  await until("everybody is in", areIn, withinMs).catch(() => undefined);
  const ended = await sale.end();
  const figures = figuresOf([ended]);
  sayErrors(ended.seen, say);
  return {
    ...pick(figures, [...LOSSES, "visitors", "admissions"]),
    visitorErrors: figures.visitorErrors + figures.neverAdmitted,
  };
}
