import type { Redis } from "ioredis";
import type { Health } from "@/lib/health/health";
import type { MasterKey } from "@/lib/secrets/seal";
import type { AddressLimit } from "@/waiting-room/http/address-limit";
import type { EventLines } from "@/waiting-room/line/event-lines";
import type { PlaceSealer } from "@/waiting-room/place/place";
import type { CustomerMemory } from "./customer-memory";
import type { CustomerSecrets } from "./customer-secrets";
import type { DrawMemory } from "./draw-memory";
import type { EventKeys } from "./event-keys";
import type { Lottery } from "./lottery";
import type { RandomDraw } from "./random-check-in";
import type { RetryMemory } from "./retry-memory";
import type { ThemeMemory } from "./theme-memory";

/** What all routes of one process share. Its size does not grow with the number of visitors. */
export type ServerContext = {
  readonly redis: Redis;
  readonly lines: EventLines;
  readonly customers: CustomerMemory;
  readonly themes: ThemeMemory;
  readonly draws: DrawMemory;
  readonly sealer: PlaceSealer;
  readonly masters: readonly [MasterKey, ...MasterKey[]];
  readonly secrets: CustomerSecrets;
  readonly eventKeys: EventKeys;
  readonly directEntries: AddressLimit;
  readonly retries: RetryMemory;
  readonly randomDraw: RandomDraw;
  readonly lottery: Lottery;
  /** For the waiting page. */
  readonly clientScript: ServedScript;
  readonly laterScript: ServedScript;
  /** For the page on which visitors check a draw. */
  readonly verifyScript: ServedScript;
  /** For pages of other sites. */
  readonly connectorScript: ServedScript;
  /** How many proxies in front add to the forwarding headers. */
  readonly trustedProxies: number;
  /** The path under which browsers reach this server; "" for none. */
  readonly basePath: string;
  /** The origins by which this server is known, such as `https://room.example.com`. */
  readonly origins: readonly string[];
  /** How this process is, from memory. */
  readonly health: () => Health;
  readonly log: (error: unknown) => void;
};

/** A script under a name that changes with its content. */
export type ServedScript = { readonly path: string; readonly body: Buffer };
