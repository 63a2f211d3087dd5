import {
  createFetchConnector,
  type FetchConnector,
  type FetchConnectorOptions,
} from "./fetch-connector.ts";
import { waitForFirstConfig } from "./first-config.ts";
import type { Fetch, Runtime } from "./runtime.ts";
import { type StandardOptions, withStandardParts } from "./standard-parts.ts";

const FIRST_CONFIG_WAIT_MS = 2000;

/** The options of adapters on top of {@link createFetchConnector} that bring every part along. */
export interface StandardFetchOptions extends StandardOptions {
  /**
   * Milliseconds that the very first request may wait for a config, in a process that has none yet;
   * then it is answered as `failOpen` says. Default 2000; 0 does not wait.
   */
  readonly firstConfigWaitMs?: number | undefined;
  /** Reads the body of requests with one, for triggers that look at it. Default false. */
  readonly readsBody?: boolean | undefined;
  /** Default: the runtime's own, for config pulls. */
  readonly fetch?: Fetch | undefined;
}

/**
 * Starts a connector for `Request` and `Response` with every part that the options ask for.
 *
 * @throws TypeError naming the option that is missing or wrong
 */
export function createStandardFetchConnector(
  {
    firstConfigWaitMs = FIRST_CONFIG_WAIT_MS,
    readsBody = false,
    fetch,
    ...standard
  }: StandardFetchOptions,
  runtime: Partial<Runtime>,
): FetchConnector {
  const options: FetchConnectorOptions = {
    ...withStandardParts(standard),
    fetch,
    firstConfig: firstConfigWaitMs > 0 ? waitForFirstConfig(firstConfigWaitMs) : undefined,
  };
  const { current, handle } = createFetchConnector(options, runtime);
  const bodyOf = async (request: Request): Promise<string | undefined> =>
    readsBody && request.body !== null ? await request.clone().text() : undefined;
  return {
    current,
    handle: async (request, next, facts) =>
      handle(request, next, { ...facts, body: await bodyOf(request) }),
  };
}
