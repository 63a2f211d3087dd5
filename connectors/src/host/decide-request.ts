import {
  type CompiledConfig,
  type ConnectorRequest,
  type DecideOptions,
  type Decision,
  decide,
  type ReplayStore,
} from "../core/index.ts";
import type { CheckedOptions, SharedReplayStore } from "./options.ts";
import type { MaybePromise, Runtime } from "./runtime.ts";

/** Decides about a request by a config; at once, unless a shared replay store has to be asked. */
export type DecideRequest = (
  request: ConnectorRequest,
  config: CompiledConfig,
) => MaybePromise<Decision>;

/** For a reporter that wants to know of tokens without anything remembering them. */
const ANY_USE: ReplayStore = { firstUse: () => true };
const NO_USE: ReplayStore = { firstUse: () => false };

type DecideWith = (
  request: ConnectorRequest,
  config: CompiledConfig,
  replay: ReplayStore | undefined,
) => Decision;

/** Decides twice when a token would admit: the shared store is asked in between. */
async function decideShared(
  decideBy: (replay: ReplayStore) => Decision,
  shared: SharedReplayStore,
  own: ReplayStore | undefined,
): Promise<Decision> {
  const uses: (readonly [tokenHash: string, expiresAtUnixSeconds: number])[] = [];
  const first = decideBy({ firstUse: (...use) => uses.push(use) > 0 });
  const [use] = uses;
  if (use === undefined) return first;
  return decideBy((await shared.firstUse(...use)) ? (own ?? ANY_USE) : NO_USE);
}

/** Puts together what every decision of a connector rests on. */
export function createDecider(options: CheckedOptions, { name, version }: Runtime): DecideRequest {
  const { activity, replay, sharedReplay } = options;
  const own = replay ?? (activity && ANY_USE);
  const decideWith: DecideWith = (request, config, store) => {
    const decideOptions: DecideOptions = {
      config,
      customerId: options.customerId,
      secrets: options.secrets,
      eventSecrets: options.eventSecrets,
      nowMs: Date.now(),
      connectorVersion: `${name}-${version}`,
      waitingRoomOrigin: options.waitingRoomOrigin,
      enqueueToken: options.enqueueToken,
      replay: store,
      isRefused: activity?.isRefused,
      bindsToAddress: options.bindsToAddress,
    };
    return decide(request, decideOptions);
  };
  if (sharedReplay === undefined) return (request, config) => decideWith(request, config, own);
  return (request, config) =>
    decideShared((store) => decideWith(request, config, store), sharedReplay, own);
}
