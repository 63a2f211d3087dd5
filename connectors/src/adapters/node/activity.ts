import {
  type ActivityOptions,
  type ActivityReporter,
  createActivityReporter as createReporter,
} from "../../host/index.ts";
import { createNodeFetch, type Dial } from "./node-fetch.ts";
import { schedule } from "./schedule.ts";

/** How to report from Node who is on the site. */
export interface NodeActivityOptions extends ActivityOptions {
  /** Dials this address instead of the host in `activityUrl`, which is still sent. */
  readonly connect?: Dial | undefined;
}

/**
 * Makes the reporter that the option `activity` of a connector takes. It reports in the background
 * and does not keep the process alive.
 *
 * @throws TypeError naming the option that is wrong
 */
export function createActivityReporter(options: NodeActivityOptions): ActivityReporter {
  return createReporter({ fetch: createNodeFetch(options.connect), schedule, ...options });
}
