import { randomBytes } from "node:crypto";
import type { Mac } from "@/connectors/src/adapters/node/mac";
import { deriveKey, type MasterKey } from "@/lib/secrets/seal";
import type { Exchange } from "@/waiting-room/http/http";
import { type CookieEvent, cookie, cookieValues, prefix } from "@/waiting-room/place/cookies";
import { openWord, sealWord, wordMac } from "./sealed-word";

const KIND = 3;
/** For how long it is remembered that somebody has passed a challenge. */
const LIVES_MS = 60 * 60_000;

/** The cookie that says that its browser has passed a challenge of this customer. */
export type PassedCookies = {
  /** What names the browser that passed, while it counts and at this address; null for none. */
  readonly read: (exchange: Exchange, asker: Passer) => number | null;
  readonly make: (exchange: Exchange, event: CookieEvent, asker: Passer) => string;
};

type Passer = {
  readonly customerId: string;
  readonly addressClass: string;
  readonly nowMs: number;
};

/**
 * Remembers in the browser who has passed, for all events of a customer: one key of the installation makes it. How
 * often one is used is counted where it is used.
 */
export function createPassedCookies(masters: readonly [MasterKey, ...MasterKey[]]): PassedCookies {
  const [master, ...former] = masters;
  const current = macOf(master);
  const macs = [current, ...former.map(macOf)];
  return {
    read: (exchange, passer) => {
      const [text] = cookieValues(exchange, nameOf(exchange, passer));
      if (text === undefined) return null;
      for (const mac of macs) {
        const word = openWord(mac, aboutOf(passer), text);
        if (word === null || word.kind !== KIND) continue;
        return passer.nowMs < word.issuedAtMs + LIVES_MS ? word.value : null;
      }
      return null;
    },
    make: (exchange, event, passer) => {
      const value = randomBytes(4).readUInt32BE();
      const word = { kind: KIND, issuedAtMs: passer.nowMs, value };
      return cookie(exchange, event, {
        name: nameOf(exchange, passer),
        value: sealWord(current, aboutOf(passer), word),
        maxAgeSeconds: LIVES_MS / 1_000,
      });
    },
  };
}

function macOf(master: MasterKey): Mac {
  return wordMac(deriveKey(master, "stanchion/passed", Buffer.alloc(0)));
}

function aboutOf({ customerId, addressClass }: Passer): string {
  return `${customerId} ${addressClass}`;
}

function nameOf(exchange: Exchange, { customerId }: Passer): string {
  return `${prefix(exchange)}stanchion-passed_${customerId}`;
}
