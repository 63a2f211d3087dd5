import type { PullState } from "./pull-state";

/** What has to be known of a connector to tell whether it could check tokens of a secret. */
export type HoldingConnector = {
  /** Null when it does not say, as public connectors do not. */
  readonly keyIds: readonly string[] | null;
  readonly state: PullState;
};

export type Rollout<Connector> = {
  readonly holding: readonly Connector[];
  readonly missing: readonly Connector[];
  readonly mute: readonly Connector[];
};

/** Which connectors hold a secret, which do not, and which do not say. Silent ones are left out. */
export function rolloutOf<Connector extends HoldingConnector>(
  keyId: string | null,
  connectors: readonly Connector[],
): Rollout<Connector> {
  const heard = connectors.filter(({ state }) => state.type !== "silent");
  const holds = ({ keyIds }: Connector) => keyId !== null && keyIds?.includes(keyId) === true;
  return {
    holding: heard.filter(holds),
    missing: heard.filter((connector) => connector.keyIds !== null && !holds(connector)),
    mute: heard.filter(({ keyIds }) => keyIds === null),
  };
}
