import type { Plan, Step, Thing } from "./plan";

const SIGNS = { create: "+", change: "~", delete: "-", reorder: "~", publish: ">" } as const;

const HEADINGS: readonly (readonly [Thing, string])[] = [
  ["list", "Address lists"],
  ["theme", "Themes"],
  ["event", "Events"],
  ["webhook", "Webhooks"],
  ["threshold", "Thresholds"],
  ["alert rule", "Alert rules"],
  ["rule", "Rules"],
  ["rules", "Rules"],
];

const KEPT_SHOWN = 10;

/** A plan for people. What is dangerous begins with `!`. */
export function renderPlan(plan: Plan): readonly string[] {
  const headings = [...new Set(HEADINGS.map(([, heading]) => heading))];
  const groups = headings.map((heading) => ({
    heading,
    steps: plan.steps.filter(({ thing }) => headingOf(thing) === heading),
  }));
  return [
    ...groups.flatMap(({ heading, steps }) =>
      steps.length === 0 ? [] : [heading, ...steps.flatMap(renderStep), ""],
    ),
    ...renderKept(plan),
    summaryOf(plan),
  ];
}

function headingOf(thing: Thing): string {
  return HEADINGS.find(([one]) => one === thing)?.[1] ?? thing;
}

function renderStep(step: Step): readonly string[] {
  return [
    `  ${SIGNS[step.act]} ${titleOf(step)}`,
    ...step.lines.map((line) => `      ${line}`),
    ...step.dangers.map((danger) => `    ! ${danger}`),
  ];
}

/** `springsale “Spring sale” (open)` */
export function titleOf({ thing, act, key, name, note }: Step): string {
  const words = { reorder: "reorder", publish: "publish" };
  if (thing === "rules") return act === "publish" ? `${words.publish} ${name}` : `change ${name}`;
  const called = key === name ? name : `${key} “${name}”`;
  return note === undefined ? called : `${called} (${note})`;
}

function renderKept({ kept }: Plan): readonly string[] {
  if (kept.length === 0) return [];
  const shown = kept.slice(0, KEPT_SHOWN).map(({ thing, key }) => `${thing} ${key}`);
  const more = kept.length > KEPT_SHOWN ? ` and ${kept.length - KEPT_SHOWN} more` : "";
  return [`Not in the file: ${shown.join(", ")}${more}. With --prune they are deleted.`, ""];
}

function summaryOf({ steps }: Plan): string {
  if (steps.length === 0) return "Nothing to do: everything is as the file says.";
  const count = (act: Step["act"]) => steps.filter((step) => step.act === act).length;
  const [created, changed] = [count("create"), count("change") + count("reorder")];
  const dangerous = steps.filter(({ dangers }) => dangers.length > 0).length;
  const counts = `${created} to create, ${changed} to change, ${count("delete")} to delete.`;
  const care = dangerous === 0 ? "" : ` ${dangerous} marked “!”: read them.`;
  return `Plan: ${counts}${care}`;
}

/** The same text without what variables hold: each is called by its name. */
export function withoutSecrets(
  lines: readonly string[],
  secrets: ReadonlyMap<string, string>,
): readonly string[] {
  return lines.map((line) =>
    [...secrets].reduce((text, [value, name]) => text.replaceAll(value, `!env ${name}`), line),
  );
}
