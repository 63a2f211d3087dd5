import type { EventSettings } from "@/lib/domain/event/settings";
import { type EventKey, keyFromMaster, openEventKey } from "@/lib/secrets/event-key";
import type { MasterKey } from "@/lib/secrets/seal";

const KEPT = 10_000;

type Keyed = Pick<EventSettings, "customerId" | "eventId" | "sealedKey">;

/** Opens the keys of events, each once. */
export type EventKeys = {
  /** Throws when the master key that seals it is not set in this process. */
  readonly of: (settings: Keyed) => EventKey;
};

export function createEventKeys(masters: readonly [MasterKey, ...MasterKey[]]): EventKeys {
  const opened = new Map<string, EventKey>();
  const unkeyed = keyFromMaster(masters[0]);
  return {
    of: (settings) => {
      const { sealedKey } = settings;
      // Settings published before events had keys lack the field.
      if (!sealedKey) return unkeyed;
      const known = opened.get(sealedKey);
      if (known !== undefined) return known;
      const key = openEventKey(masters, settings, sealedKey);
      if (opened.size >= KEPT) opened.clear();
      opened.set(sealedKey, key);
      return key;
    },
  };
}
