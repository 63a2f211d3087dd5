import { keyIdOf } from "../core/key-id.ts";
import type { Heartbeat } from "./parts.ts";

/**
 * Makes the part that tells the waiting room with each pull who pulls: the connector, where it runs,
 * which version of the config it holds, and by which secrets it verifies, so that the console can list
 * the connectors of a site and say when every one of them has a new secret. Secrets are told by the
 * names that the console shows, 8 digits of a hash.
 *
 * @param nameInstance - what a process that lives long is told apart by
 */
export function sendHeartbeat(nameInstance?: () => string): Heartbeat {
  return ({ secrets, eventSecrets }, { name, version, platform = "fetch" }, config) => {
    const all = [...secrets, ...[...(eventSecrets?.values() ?? [])].flat()];
    const fields = [
      `${name}/${version}`,
      `runtime=${platform}`,
      `config=${config?.version ?? 0}`,
      `keys=${[...new Set(all)].map(keyIdOf).join(",")}`,
    ];
    return [...fields, ...(nameInstance ? [`instance=${nameInstance()}`] : [])].join("; ");
  };
}
