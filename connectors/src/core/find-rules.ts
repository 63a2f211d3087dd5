import type { CompiledConfig, Rule } from "./compile-config.ts";
import type { RequestView } from "./request.ts";

/**
 * Finds the rules that a request has to satisfy: under each reading of its address the first rule with a
 * matching trigger applies. Where readings differ, every `Queue` rule among them counts and no other;
 * where none queues, the first. So no spelling gets past a rule, whichever way the site reads it.
 */
export function findRules(view: RequestView, { rules }: CompiledConfig): readonly Rule[] {
  let found: readonly Rule[] = [];
  for (const reading of view.readings) {
    const rule = rules.find(({ matches }) => matches(view, reading));
    if (rule && !found.includes(rule)) found = [...found, rule];
  }
  if (found.length < 2) return found;
  const queues = found.filter(({ action }) => action === "Queue");
  return queues.length > 0 ? queues : found.slice(0, 1);
}
