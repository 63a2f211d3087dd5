import { keyIdOf } from "../core/key-id.ts";
import type { KeyNames } from "./parts.ts";

/**
 * Makes the part that tells the waiting room with each pull by which secrets this connector verifies,
 * so that the console can say when every connector has a new one. Secrets are told by the names that
 * the console shows, 8 digits of a hash.
 */
export function tellKeyNames(): KeyNames {
  return ({ secrets, eventSecrets }) => {
    const all = [...secrets, ...[...eventSecrets.values()].flat()];
    return `; keys=${[...new Set(all)].map(keyIdOf).join(",")}`;
  };
}
