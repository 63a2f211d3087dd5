import type { EventSettings } from "@/lib/domain/event/settings";
import { type EventKey, keyFromMaster, openEventKey } from "@/lib/secrets/event-key";
import { type MasterKey, sealedWith } from "@/lib/secrets/seal";
import { HttpError } from "@/waiting-room/http/http";

const KEPT = 10_000;
const RETRY_MS = 5_000;

type Keyed = Pick<EventSettings, "customerId" | "eventId" | "sealedKey">;

/** Opens the keys of events, each once. */
export type EventKeys = {
  /** Throws 503 when the master key that seals it is not set in this process: another one may have it. Throws an error for an altered one. */
  readonly of: (settings: Keyed) => EventKey;
};

export function createEventKeys(
  masters: readonly [MasterKey, ...MasterKey[]],
  onCannotOpen: () => void = () => undefined,
): EventKeys {
  const opened = new Map<string, EventKey>();
  const unkeyed = keyFromMaster(masters[0]);
  return {
    of: (settings) => {
      const { sealedKey } = settings;
      // Settings published before events had keys lack the field.
      if (!sealedKey) return unkeyed;
      const known = opened.get(sealedKey);
      if (known !== undefined) return known;
      if (sealedWith(masters, sealedKey) === "unknown") {
        onCannotOpen();
        throw new HttpError("recovering", RETRY_MS);
      }
      const key = openEventKey(masters, settings, sealedKey);
      if (opened.size >= KEPT) opened.clear();
      opened.set(sealedKey, key);
      return key;
    },
  };
}
