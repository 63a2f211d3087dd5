/** A metric that a query names, and the labels that it asks it for. */
export type NamedSeries = { readonly name: string; readonly labels: readonly string[] };

const GROUPING = /\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g;
/** What stands in brackets, and numbers. */
const NO_NAMES = /\[[^\]]*\]|\b\d[\w.]*/g;
const SELECTOR = /([a-zA-Z_:][\w:]*)\s*(\{[^}]*\}|\()?/g;
const OPERATORS = ["and", "or", "unless", "bool", "offset"];

/**
 * The metrics of a PromQL query of ours. What a query is grouped by is asked of all of its metrics. Whether it is a query at
 * all says promtool.
 */
export function seriesIn(query: string): NamedSeries[] {
  const grouped = [...query.matchAll(GROUPING)].flatMap(([, labels = ""]) => labels.split(","));
  const rest = query.replace(GROUPING, " ").replace(NO_NAMES, " ");
  return [...rest.matchAll(SELECTOR)]
    .filter(([, name = "", behind]) => behind !== "(" && !OPERATORS.includes(name))
    .map(([, name = "", selected = ""]) => {
      const asked = [...selected.matchAll(/(\w+)\s*[=!]/g)].map(([, label = ""]) => label);
      return { name, labels: [...asked, ...grouped.map((label) => label.trim())] };
    });
}
