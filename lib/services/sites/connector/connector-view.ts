import { obeyedVersion, type PullState, pullState } from "@/lib/domain/connector/pull-state";
import type { Pull } from "@/lib/line/commands/pulls";

/** One connector as the console shows it. */
export type ConnectorView = {
  readonly key: string;
  /** Name and version, or the user agent of a public connector; "" when it sent neither. */
  readonly name: string;
  readonly runtime: string | null;
  readonly network: string;
  readonly apiKeyName: string;
  readonly isApiKeyRevoked: boolean;
  /** Ids of the secrets that it holds; null when it does not say. */
  readonly keyIds: readonly string[] | null;
  /** The version that it was given last. */
  readonly servedVersion: number;
  /** The version that it said it obeys; null when it does not say. */
  readonly configVersion: number | null;
  /** The version that it goes by, as far as its last pull tells. */
  readonly runsVersion: number;
  readonly seenAt: string;
  readonly state: PullState;
};

type Now = { readonly currentVersion: number; readonly atMs: number };
export type NamedApiKey = {
  readonly id: string;
  readonly name: string;
  readonly revokedAt: Date | null;
};

export function toConnectorView(
  pull: Pull,
  apiKeys: readonly NamedApiKey[],
  now: Now,
): ConnectorView {
  const apiKey = apiKeys.find(({ id }) => id === pull.apiKeyId);
  return {
    key: pull.id,
    name: pull.connector,
    runtime: pull.runtime,
    network: pull.network,
    apiKeyName: apiKey?.name ?? "Deleted key",
    isApiKeyRevoked: apiKey === undefined || apiKey.revokedAt !== null,
    keyIds: pull.keyIds,
    servedVersion: pull.servedVersion,
    configVersion: pull.configVersion,
    runsVersion: obeyedVersion(pull).obeyed,
    seenAt: new Date(pull.seenAtMs).toISOString(),
    state: pullState(pull, now),
  };
}
