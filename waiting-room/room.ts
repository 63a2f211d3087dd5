import type { Redis } from "ioredis";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { MasterKey } from "@/lib/secrets/seal";
import type { LineNode } from "@/waiting-room/line/line-memory";
import type { PlaceSealer } from "@/waiting-room/place/place";
import type { AddressLimit } from "./http/address-limit";
import type { Exchange } from "./http/http";
import type { SecretBox } from "./secret-box";
import type { Lottery } from "./visit/lottery";
import type { RandomDraw } from "./visit/random-check-in";
import type { RetryMemory } from "./visit/retry-memory";

/** Everything that the routes share. Nothing in it grows with the number of visitors. */
export type Room = {
  readonly redis: Redis;
  readonly node: LineNode;
  readonly sealer: PlaceSealer;
  readonly masters: readonly [MasterKey, ...MasterKey[]];
  readonly secrets: SecretBox;
  readonly directEntries: AddressLimit;
  readonly retries: RetryMemory;
  readonly randomDraw: RandomDraw;
  readonly lottery: Lottery;
  readonly clientScript: RoomScript;
  /** Of the page on which visitors check a draw. */
  readonly verifyScript: RoomScript;
  /** For pages of other sites. */
  readonly connectorScript: RoomScript;
  /** How many proxies in front add to the forwarding headers. */
  readonly trustedProxies: number;
  /** The path under which browsers reach this server; "" for none. */
  readonly basePath: string;
  readonly log: (error: unknown) => void;
};

/** A script under a name that changes with its content. */
export type RoomScript = { readonly path: string; readonly body: Buffer };

/** The brand as the pages take it. */
export function pageBrand({ customerId, eventId, brand }: EventSettings, exchange: Exchange) {
  const logoUrl =
    brand.logo === null
      ? null
      : exchange.link(`/assets/logo/${customerId}/${eventId}/${brand.logo.hash}`);
  return { name: brand.name, colour: brand.colour, logoUrl };
}
