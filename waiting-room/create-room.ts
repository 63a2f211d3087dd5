import { createHash, randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { createDrawSigners } from "@/lib/secrets/draw-signer";
import type { MasterKey } from "@/lib/secrets/seal";
import { LineNode } from "@/waiting-room/line/line-memory";
import { createPlaceSealer } from "@/waiting-room/place/place";
import { createAddressLimit } from "./http/address-limit";
import type { Room, RoomScript } from "./room";
import { createSecretBox } from "./secret-box";
import { createLottery } from "./visit/lottery";
import { createRandomDraw } from "./visit/random-check-in";
import { createRetryMemory } from "./visit/retry-memory";

/** Direct entries of a dormant event that one address gets in a minute; beyond it the page is served. */
const DIRECT_ENTRIES_PER_MINUTE = 60;

/** Puts the parts together. `start` begins the refreshing; `stop` ends it and tells what was counted. */
export function createRoom(options: {
  readonly redis: Redis;
  readonly masters: readonly [MasterKey, ...MasterKey[]];
  readonly clientScript: Buffer;
  readonly verifyScript?: Buffer;
  readonly connectorScript?: Buffer;
  readonly trustedProxies: number;
  readonly basePath?: string;
  readonly log: (error: unknown) => void;
}): Room & { start(): void; stop(): Promise<void> } {
  const { redis, masters, log, trustedProxies } = options;
  const signers = createDrawSigners(masters);
  const node = new LineNode(redis, randomBytes(6).toString("hex"), log, signers);
  return {
    redis,
    node,
    sealer: createPlaceSealer(masters),
    masters,
    secrets: createSecretBox(masters),
    directEntries: createAddressLimit(DIRECT_ENTRIES_PER_MINUTE),
    retries: createRetryMemory(),
    randomDraw: createRandomDraw(masters),
    lottery: createLottery(masters),
    clientScript: scriptOf("waiting", options.clientScript),
    verifyScript: scriptOf("verify", options.verifyScript ?? Buffer.alloc(0)),
    connectorScript: scriptOf("connector", options.connectorScript ?? Buffer.alloc(0)),
    trustedProxies,
    basePath: options.basePath ?? "",
    log,
    start: () => node.start(),
    stop: () => node.stop(),
  };
}

function scriptOf(name: string, body: Buffer): RoomScript {
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 12);
  return { path: `/assets/${name}-${hash}.js`, body };
}
