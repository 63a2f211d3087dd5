import { setMaxListeners } from "node:events";
import type { EventRef } from "@/lib/line/keys";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import { newObservation, type Observation } from "@/rehearsal/crowd/observation";
import { type Scene, visit } from "@/rehearsal/crowd/visitor";
import { sleep } from "../shared/time";
import type { Stack } from "../stack/stack";

/** One visitor with a browser of their own, over real HTTP with the page's own client. */
export type Guest = {
  readonly client: HttpClient;
  readonly seen: Observation;
  /** Settles when the visitor is in, or has gone home. */
  readonly visit: Promise<void>;
};

export type Wave = {
  readonly count: number;
  /** Arrivals per second. */
  readonly perSecond: number;
  /** Left out, all stay; the others join and go. */
  readonly isPresent?: (index: number) => boolean;
  /** True for arrivals that do not know of each other; else they come evenly. */
  readonly isRandom?: boolean;
  readonly onSent?: (guest: Guest) => void;
};

export type Guests = {
  readonly all: readonly Guest[];
  /** Resolves when all have come, or when everybody has gone home. */
  send(wave: Wave): Promise<Guest[]>;
  /** A visitor who had gone opens the page again with the cookies of before. */
  comeBack(client: HttpClient): Guest;
  /** Everybody still in line goes home. */
  goHome(): Promise<void>;
  /** A browser that has not been anywhere yet. */
  newClient(): HttpClient;
  readonly page: URL;
};

/** How many of them were let in. */
export function countIn({ all }: Guests): number {
  return all.filter(({ seen }) => seen.tokenSeconds.length > 0).length;
}

/** How many of their requests failed. */
export function countErrors({ all }: Guests): number {
  return all.reduce((sum, { seen }) => sum + seen.errors.length, 0);
}

/** Where the waiting rooms of an installation are, and whose event it is. */
export type Rooms = {
  readonly stack: Pick<Stack, "urls" | "ports" | "demo">;
  readonly roomPorts: readonly number[];
};

export type GuestOptions = {
  /** Share of tabs that lie in the background, where browsers sleep longer. */
  readonly hidden?: number;
  /** Failed requests are counted as errors only while this says false. */
  readonly isDisturbed?: () => boolean;
  /** Where balancers listen, of which each browser keeps one; left out, each request goes to any waiting room. */
  readonly balancerPorts?: readonly number[];
  /** Told where a browser sends a request again because a kept connection was closed; left out, it fails. */
  readonly onSentAgain?: () => void;
  /** Browsers fetch the script of the page as well. */
  readonly fetchesScripts?: boolean;
};

/** Invites visitors of one event. */
export function inviteGuests(cluster: Rooms, event: EventRef, options: GuestOptions = {}): Guests {
  const home = new AbortController();
  setMaxListeners(0, home.signal);
  const all: Guest[] = [];
  const page = pageOf(cluster, event);
  const scene: Scene = {
    shop: page,
    endsAtToken: true,
    isHidden: () => Math.random() < (options.hidden ?? 0),
    signal: home.signal,
    isDisturbed: options.isDisturbed ?? (() => false),
    fetchesScripts: options.fetchesScripts ?? false,
    onLine: () => undefined,
    onDisturbedError: () => undefined,
  };
  const invite = (client: HttpClient, isPresent: boolean): Guest => {
    const seen = newObservation(isPresent, performance.now());
    const guest = { client, seen, visit: visit(scene, seen, client) };
    all.push(guest);
    return guest;
  };
  const { onSentAgain } = options;
  const newClient = () =>
    new HttpClient({
      dial: dialOf(cluster, options.balancerPorts),
      address: address(),
      ...(onSentAgain && { onSentAgain }),
    });
  return {
    all,
    page,
    newClient,
    comeBack: (client) => invite(client, true),
    async send({ count, perSecond, isPresent, isRandom, onSent }) {
      const sent: Guest[] = [];
      let dueAtMs = performance.now();
      for (let index = 0; index < count && !home.signal.aborted; index += 1) {
        if (dueAtMs - performance.now() > 1) await sleep(dueAtMs - performance.now());
        const guest = invite(newClient(), isPresent?.(index) ?? true);
        sent.push(guest);
        onSent?.(guest);
        const gap = isRandom === true ? -Math.log(1 - Math.random()) : 1;
        dueAtMs += (gap * 1_000) / perSecond;
      }
      return sent;
    },
    async goHome() {
      home.abort();
      await Promise.all(all.map((guest) => guest.visit));
    },
  };
}

/** The address to which sites send visitors of an event. */
export function pageOf({ stack }: Rooms, { customerId, eventId }: EventRef): URL {
  const query = new URLSearchParams({
    c: customerId,
    e: eventId,
    t: `${stack.urls.shop}/tickets`,
  });
  return new URL(`/?${query}`, stack.urls.waitingRoom);
}

/** Sends requests for the first waiting room to one balancer, or to any of the rooms, whether they answer or not. */
function dialOf(
  { stack, roomPorts }: Rooms,
  balancerPorts: readonly number[] = [],
): (port: number) => number {
  const balancerPort = balancerPorts[Math.floor(Math.random() * balancerPorts.length)];
  return (port) => {
    if (port !== stack.ports.waitingRoom) return port;
    if (balancerPort !== undefined) return balancerPort;
    return roomPorts[Math.floor(Math.random() * roomPorts.length)] ?? port;
  };
}

function address(): string {
  return ["10", ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 256))].join(".");
}
