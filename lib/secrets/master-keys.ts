import { env } from "@/lib/platform/env";
import { type MasterKey, parseMasterKey } from "./seal";

/** The key that seals, followed by former keys that only open. */
export function masterKeysFromEnvironment(): readonly [MasterKey, ...MasterKey[]] {
  return [parseMasterKey(env.masterKey()), ...env.previousMasterKeys().map(parseMasterKey)];
}
