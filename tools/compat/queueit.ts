import { newFixture } from "../api/fixture";
import type { Addresses } from "../api/with-api";
import { operatorOf } from "./import-export";
import { tryEventApi } from "./queueit/api";
import { tryConfig } from "./queueit/config";
import type { Shown } from "./systems";
import { createTrials } from "./trials";

/** Integration configs with the public connector, and the event API in the shapes of its public clients. */
export async function tryQueueIt({ api }: Addresses, tell: (what: string) => void): Promise<Shown> {
  const { context, key } = await newFixture();
  const trials = createTrials(tell);
  const rules = await tryConfig(await operatorOf(api, key), context.customer.wireId, trials);
  const operations = await tryEventApi(`${api}/2_0`, key, trials);
  const { tried, failed } = trials.count();
  return { failed, figures: { trials: tried, passed: tried - failed, rules, operations } };
}
