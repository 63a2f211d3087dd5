import type { Api } from "./api";
import { type Plan, type PlanOptions, planChanges } from "./plan";
import type { Manifest } from "./schema";
import { PARTS, readState, readTouched } from "./state";

/** What has to be done, by what is there now. What is changed was read for itself: nothing that somebody changes later is overwritten. */
export async function makePlan(api: Api, manifest: Manifest, options: PlanOptions): Promise<Plan> {
  const state = await readState(
    api,
    PARTS.filter((part) => manifest[part] !== undefined),
  );
  const { steps } = planChanges(manifest, state, options);
  const touched = (thing: string) =>
    new Set(steps.filter((step) => step.thing === thing).map(({ key }) => key));
  const names = touched("rule");
  const rules = (state.rules ?? []).filter(({ rule }) => names.has(rule.name));
  const fresh = await readTouched(api, state, {
    events: touched("event"),
    rules: new Set(rules.map(({ id }) => id)),
  });
  return planChanges(manifest, fresh, options);
}
