import type { EventRef } from "@/lib/line/keys";
import type { Observation } from "@/rehearsal/crowd/observation";
import { type Disturbance, newDisturbance } from "./aftermath";
import type { Cluster } from "./cluster";
import type { EventOptions } from "./event-control";
import { type GuestOptions, type Guests, inviteGuests } from "./guests";
import { type Admitted, type LineWatch, watchLine } from "./watch-line";

/** An event, those who come to it, and an observer of its line. */
export type Sale = {
  readonly event: EventRef;
  readonly guests: Guests;
  readonly watch: LineWatch;
  /** Failed requests of the guests are no errors meanwhile. */
  readonly disturbance: Disturbance;
  /** Everybody goes home; answers what each went through, and everybody who was let in. */
  end(): Promise<{ readonly seen: Observation[]; readonly admitted: Admitted[] }>;
};

export async function openSale(
  cluster: Cluster,
  options: EventOptions,
  { afterMs, ...invited }: GuestOptions & { readonly afterMs?: number } = {},
): Promise<Sale> {
  const event = await cluster.open(options);
  const watch = watchLine(cluster, event);
  const disturbance = newDisturbance(afterMs);
  const { isDisturbed } = disturbance;
  const guests = inviteGuests(cluster, event, { isDisturbed, ...invited });
  return {
    event,
    guests,
    watch,
    disturbance,
    end: () => endSale(guests, watch),
  };
}

/** As {@link Sale.end}. */
export async function endSale(guests: Guests, watch: LineWatch) {
  await guests.goHome();
  const admitted = await watch.complete();
  await watch.close();
  return { seen: guests.all.map((guest) => guest.seen), admitted };
}
