import { setMaxListeners } from "node:events";
import type { EventRef } from "@/lib/line/keys";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import { newObservation, type Observation } from "@/rehearsal/crowd/observation";
import { type Scene, visit } from "@/rehearsal/crowd/visitor";
import type { Stack } from "../stack/stack";
import { paced } from "./pace";

export type Guest = {
  readonly client: HttpClient;
  readonly seen: Observation;
  /** Settles when the visitor is in, or has gone home. */
  readonly visit: Promise<void>;
};

export type Wave = {
  readonly count: number;
  readonly perSecond: number;
  /** Left out, all stay; the others join and go. */
  readonly isPresent?: (index: number) => boolean;
  /** True for arrivals that do not know of each other; else they come evenly. */
  readonly isRandom?: boolean;
  readonly onSent?: (guest: Guest) => void;
};

export type Guests = ReturnType<typeof inviteGuests>;

export const isIn = ({ seen }: Guest) => seen.tokenSeconds.length > 0;
export const countIn = ({ all }: Guests) => all.filter(isIn).length;

export type Rooms = {
  readonly stack: Pick<Stack, "urls" | "ports" | "demo">;
  readonly roomPorts: readonly number[];
};

export type GuestOptions = Partial<Pick<Scene, "isHidden" | "isDisturbed" | "prove">> & {
  /** They fetch scripts, and send what found a kept connection closed once more, as browsers do. */
  readonly areWhole?: boolean;
  /** Where balancers listen, of which each browser keeps one; left out, each request goes to any waiting room. */
  readonly balancerPorts?: readonly number[];
  /** Where each comes from; left out, from anywhere. */
  readonly addressOf?: (index: number) => string;
};

/** Invites visitors of one event. */
export function inviteGuests(cluster: Rooms, event: EventRef, options: GuestOptions = {}) {
  const home = new AbortController();
  setMaxListeners(0, home.signal);
  const all: Guest[] = [];
  const scene: Scene = {
    ...{ shop: pageOf(cluster, event), endsAtToken: true, signal: home.signal },
    isDisturbed: () => false,
    onLine: () => undefined,
    onDisturbedError: () => undefined,
    fetchesScripts: options.areWhole === true,
    ...options,
  };
  const invite = (client: HttpClient, isPresent: boolean): Guest => {
    const seen = newObservation(isPresent, performance.now());
    const guest = { client, seen, visit: visit(scene, seen, client) };
    all.push(guest);
    return guest;
  };
  return {
    all: all as readonly Guest[],
    seen: () => all.map((guest) => guest.seen),
    comeBack: (client: HttpClient) => invite(client, true),
    /** Resolves when all have come, or when everybody has gone home. */
    async send({ count, perSecond, isPresent, isRandom, onSent }: Wave): Promise<Guest[]> {
      const sent: Guest[] = [];
      const gap = isRandom ? () => -Math.log(1 - Math.random()) : undefined;
      for await (const index of paced(count, perSecond, gap)) {
        if (home.signal.aborted) break;
        const client = newClient(cluster, options, index);
        const guest = invite(client, isPresent?.(index) ?? true);
        sent.push(guest);
        onSent?.(guest);
      }
      return sent;
    },
    async goHome(): Promise<void> {
      home.abort();
      await Promise.all(all.map((guest) => guest.visit));
    },
  };
}

function pageOf({ stack }: Rooms, { customerId, eventId }: EventRef): URL {
  const target = `${stack.urls.shop}/tickets`;
  const query = new URLSearchParams({ c: customerId, e: eventId, t: target });
  return new URL(`/?${query}`, stack.urls.waitingRoom);
}

export function newClient(
  { stack, roomPorts }: Rooms,
  { balancerPorts = [], areWhole, addressOf = anyAddress }: GuestOptions = {},
  index = 0,
): HttpClient {
  const oneOf = (ports: readonly number[]) => ports[Math.floor(Math.random() * ports.length)];
  const balancerPort = oneOf(balancerPorts);
  return new HttpClient({
    // Requests for the first waiting room go to one balancer, or to any of the rooms, whether they answer or not.
    dial: (port) =>
      port === stack.ports.waitingRoom ? (balancerPort ?? oneOf(roomPorts) ?? port) : port,
    address: addressOf(index),
    ...(areWhole && { onSentAgain: () => undefined }),
  });
}

function anyAddress(): string {
  return ["10", ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 256))].join(".");
}
