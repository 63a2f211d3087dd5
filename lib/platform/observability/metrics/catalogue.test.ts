import { expect, test } from "vitest";
import { projectPath } from "@/tools/stack/paths";
import { LABELS, METRIC_NAMES, metricOf, PORT_ABOVE } from "./catalogue";

const TITLES = { "waiting-room": "rooms", console: "console", worker: "workers", api: "API" };
// Object.keys forgets that these are the programs.
const PROGRAMS = Object.keys(PORT_ABOVE) as (keyof typeof PORT_ABOVE)[];

const line = (cells: readonly string[]) => `|${cells.join("|")}|`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const HEAD = `# Metrics

After this page you know every metric and label. [How to read them](observability.md). Made from
\`lib/platform/observability/metrics/catalogue.ts\` by \`npx vitest run --project unit lib/platform/observability -u\`.

Every series has \`program\` and \`process\`, an index among the processes of one address. Add series up, but take the \`max\` of those
marked *shared*: each process says the same.
`;

test("docs/metrics.md says what the catalogue declares", async () => {
  const rows = METRIC_NAMES.map((name) => {
    const { type, labels, of, help, isShared } = metricOf(name);
    const from = of.length === PROGRAMS.length ? "all" : of.map((one) => TITLES[one]).join(", ");
    const kind = isShared === true ? `${type}, shared` : type;
    const named = labels.map((label) => `\`${label}\``).join(", ") || "–";
    return [`\`${name}\``, kind, named, from, help];
  });
  const metrics = table(["Metric", "Type", "Labels", "From", "Meaning"], rows);
  const labels = table(
    ["Label", "Values"],
    Object.entries(LABELS).map(([label, values]) => [`\`${label}\``, values]),
  );
  await expect(`${HEAD}\n${metrics}\n\n${labels}\n`).toMatchFileSnapshot(
    projectPath("docs/metrics.md"),
  );
});

test("names follow the conventions of Prometheus", () => {
  for (const name of METRIC_NAMES) {
    const { type, help, labels, buckets } = metricOf(name);
    expect(name).toMatch(/^(stanchion|process)_[a-z_]+$/);
    expect(name.endsWith("_total")).toBe(type === "counter");
    expect(help).toMatch(/^[A-Z0-9].*\.$/);
    expect(new Set(labels).size).toBe(labels.length);
    expect(type === "histogram").toBe(buckets !== undefined);
    if (type === "histogram") expect(name).toMatch(/_seconds$/);
  }
  const used = new Set(METRIC_NAMES.flatMap((name) => metricOf(name).labels));
  expect([...used].sort()).toEqual(Object.keys(LABELS).sort());
});
