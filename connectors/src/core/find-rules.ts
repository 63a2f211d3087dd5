import type { CompiledConfig, Rule } from "./compile-config.ts";
import { type Reading, type RequestView, readAddress } from "./request.ts";
import { otherEnd, type SlashEnds } from "./slash-ends.ts";

/** The readings under which rules are tried: also with a slash at the end, or without, where that counts. */
export function readingsFor(
  { readings }: Pick<RequestView, "readings">,
  slashEnds: SlashEnds,
): readonly Reading[] {
  let all = readings;
  for (const reading of readings) {
    const other = reading.isExact ? null : otherEnd(reading, slashEnds);
    if (other !== null) all = [...all, readAddress(other, false)];
  }
  return all;
}

/**
 * Finds the rules that a request has to satisfy: under each reading of its address the first rule with a
 * matching trigger applies. Where readings differ, every `Queue` rule among them counts and no other;
 * where none queues, the first. So no spelling gets past a rule, whichever way the site reads it.
 */
export function findRules(
  view: RequestView,
  { rules, slashEnds }: CompiledConfig,
): readonly Rule[] {
  let found: readonly Rule[] = [];
  for (const reading of readingsFor(view, slashEnds)) {
    const rule = rules.find(({ matches }) => matches(view, reading));
    if (rule && !found.includes(rule)) found = [...found, rule];
  }
  if (found.length < 2) return found;
  const queues = found.filter(({ action }) => action === "Queue");
  return queues.length > 0 ? queues : found.slice(0, 1);
}
