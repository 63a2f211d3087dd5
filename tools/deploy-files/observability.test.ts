import { spawnSync } from "node:child_process";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MEASURED, RESERVE } from "@/lib/domain/capacity/plan-capacity";
import { createLogger } from "@/lib/platform/observability/logger";
import { METRIC_NAMES, metricOf } from "@/lib/platform/observability/metrics/catalogue";
import { Histogram } from "@/lib/platform/observability/metrics/histogram";
import { renderMetrics } from "@/lib/platform/observability/metrics/render";
import type { Sample, Samples } from "@/lib/platform/observability/metrics/scrape";
import { Scrape } from "@/lib/platform/observability/metrics/scrape";
import { inRequest } from "@/lib/platform/observability/request-scope";
import { projectPath } from "../stack/paths";
import { temporaryDirectory } from "../stack/temporary-directory";
import { requireDebianProgram } from "./debian-program";
import { listAt, partOf, readDeployFile, readDocuments } from "./deploy-files";
import { seriesIn } from "./named-series";

let directory = "";
beforeAll(async () => {
  directory = await temporaryDirectory("stanchion-observability-");
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const FOLDER = projectPath("deploy/observability");
const [RULES = {}] = readDocuments(readDeployFile("observability/rules.yaml"));
const [TESTS = {}] = readDocuments(readDeployFile("observability/rules-checked.yaml"));
const ALERTS = listAt(RULES, "groups").flatMap((group) =>
  listAt(group, "rules").map((rule) => ({
    name: String(partOf(rule, "alert")),
    query: String(partOf(rule, "expr")),
  })),
);

type Panel = { title: string; targets?: { expr: string }[] };
const DASHBOARD: { panels: Panel[] } = JSON.parse(readDeployFile("observability/dashboard.json"));
const QUERIES = DASHBOARD.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ name: title, query: expr })),
);

function promtool(args: readonly string[], { cwd = FOLDER, input = "" } = {}) {
  const program = requireDebianProgram("promtool", "prometheus");
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, input, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

test("promtool takes the rules and the example configurations", () => {
  expect(promtool(["check", "rules", "rules.yaml"])).toMatchObject({ status: 0 });
  expect(promtool(["check", "config", "prometheus.yaml"])).toMatchObject({ status: 0 });
  // Debian's promtool knows no pods: what is done with those that are found it checks on targets that are named.
  const ofPods = readDeployFile("observability/prometheus-kubernetes.yaml");
  const named = ofPods.replace(
    /kubernetes_sd_configs:[\s\S]*?names: \[stanchion\]/,
    'static_configs: [{ targets: ["127.0.0.1:9464"] }]',
  );
  expect(named).not.toBe(ofPods);
  writeFileSync(join(directory, "pods.yaml"), named.replace("rules.yaml", "none-*.yaml"));
  const checked = promtool(["check", "config", "pods.yaml"], { cwd: directory });
  expect(checked).toMatchObject({ status: 0 });
});

test("the rules pass their own tests, and fail those of a rule that is missing", () => {
  expect(promtool(["test", "rules", "rules-checked.yaml"])).toMatchObject({ status: 0 });
  const renamed = readDeployFile("observability/rules.yaml").replaceAll("alert: ", "alert: Other");
  writeFileSync(join(directory, "rules.yaml"), renamed);
  copyFileSync(join(FOLDER, "rules-checked.yaml"), join(directory, "rules-checked.yaml"));
  const { status, said } = promtool(["test", "rules", "rules-checked.yaml"], { cwd: directory });
  expect(status).toBe(1);
  for (const { name } of ALERTS) expect(said).toContain(name);
});

test("each alert is tried where it has to come, and where it must not", () => {
  const tried = listAt(TESTS, "tests").flatMap((one) => listAt(one, "alert_rule_test"));
  for (const { name } of ALERTS) {
    const counts = tried
      .filter((one) => partOf(one, "alertname") === name)
      .map((one) => listAt(one, "exp_alerts").length);
    expect([name, ...counts]).toEqual([name, 0, 1]);
  }
});

/** What the adapter asks for where its templates are filled in, and by which name it tells it. */
const ADAPTED = readDocuments(readDeployFile("observability/prometheus-adapter.yaml"))
  .flatMap((adapter) => listAt(adapter, "rules"))
  .map((rule) => {
    const [series = ""] = String(partOf(rule, "seriesQuery")).split("{");
    const filled = String(partOf(rule, "metricsQuery"))
      .replace("<<.Series>>", series)
      .replace("<<.LabelMatchers>>", 'namespace="stanchion",pod=~".*"')
      .replace("<<.GroupBy>>", "pod");
    return {
      name: String(partOf(rule, "name.as")),
      asked: String(partOf(rule, "seriesQuery")),
      matches: String(partOf(rule, "name.matches")),
      query: filled,
    };
  });

test("the autoscaler goes by a metric that the adapter tells, from series that there are", () => {
  const rules = ADAPTED.map(({ query }, index) => ({ record: `adapter:${index}`, expr: query }));
  writeFileSync(
    join(directory, "adapter.yaml"),
    JSON.stringify({ groups: [{ name: "adapter", rules }] }),
  );
  const checked = promtool(["check", "rules", "adapter.yaml"], { cwd: directory });
  expect(checked).toMatchObject({ status: 0 });
  for (const { asked, matches } of ADAPTED) {
    const [series] = seriesIn(asked);
    expect(METRIC_NAMES).toContain(series?.name);
    expect(series?.name).toMatch(new RegExp(matches));
  }
  const [scaler] = readDocuments(readDeployFile("kubernetes/autoscaling.yaml"));
  const metrics = listAt(scaler, "spec.metrics");
  const [pods] = metrics.filter((one) => partOf(one, "type") === "Pods");
  expect(ADAPTED.map(({ name }) => name)).toEqual([partOf(pods, "pods.metric.name")]);
  const thousands = String(partOf(pods, "pods.target.averageValue")).replace(/k$/, "");
  const share = (1_000 * Number(thousands)) / MEASURED.joinsPerSecond;
  expect(share).toBeGreaterThan(0.8 / RESERVE);
  expect(share).toBeLessThan(1.2 / RESERVE);
  // Without the adapter there is still this one.
  expect(metrics.map((one) => partOf(one, "type"))).toContain("Resource");
});

/** On all series, and what Prometheus puts there. */
const EVERYWHERE = ["program", "process", "job", "instance", "le", "namespace", "pod"];

test.each([...ALERTS, ...QUERIES, ...ADAPTED])(
  "$name asks for what there is: $query",
  ({ query }) => {
    const series = seriesIn(query);
    expect(series.length).toBeGreaterThan(0);
    for (const { name, labels } of series) {
      if (name === "up") continue;
      const of = METRIC_NAMES.find((one) => {
        const ends = metricOf(one).type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
        return ends.some((end) => name === `${one}${end}`);
      });
      expect(of, name).toBeDefined();
      const known = [...EVERYWHERE, ...(of === undefined ? [] : metricOf(of).labels)];
      expect(known).toEqual(expect.arrayContaining([...labels]));
    }
  },
);

test("metrics and labels of a query are found", () => {
  const query =
    'sum by (a, b) (rate(x_total{c=~"y", d!="z"}[5m])) > 0.5 * max(y) and time() == 1e3';
  expect(seriesIn(query)).toEqual([
    { name: "x_total", labels: ["c", "d", "a", "b"] },
    { name: "y", labels: ["a", "b"] },
  ]);
});

test("the dashboard shows every metric, in queries that promtool takes", () => {
  const shown = QUERIES.flatMap(({ query }) => seriesIn(query).map(({ name }) => name));
  const missing = METRIC_NAMES.filter((name) => !shown.some((one) => one.startsWith(name)));
  expect(missing).toEqual([]);
  const rules = QUERIES.map(({ query }, index) => {
    const expr = query.replaceAll("$__rate_interval", "1m").replaceAll("$event", ".*");
    return { record: `query:${index}`, expr };
  });
  writeFileSync(
    join(directory, "dashboard.yaml"),
    JSON.stringify({ groups: [{ name: "dashboard", rules }] }),
  );
  const checked = promtool(["check", "rules", "dashboard.yaml"], { cwd: directory });
  expect(checked).toMatchObject({ status: 0 });
});

/** A scrape in which each metric has a value, with a label that has to be escaped. */
function everyMetric(): Samples {
  const samples: Record<string, Sample[]> = {};
  for (const name of METRIC_NAMES) {
    const { labels, buckets } = metricOf(name);
    const scrape = new Scrape();
    const values = Object.fromEntries(labels.map((label) => [label, 'a "b\\\n']));
    // Any of them stands for all: only the catalogue tells them apart.
    const put = scrape.put.bind(scrape) as (...put: unknown[]) => void;
    const putHistogram = scrape.putHistogram.bind(scrape) as (...put: unknown[]) => void;
    if (buckets === undefined) put(name, values, 1.5);
    else putHistogram(name, values, new Histogram(buckets));
    samples[name] = scrape.samples[name] ?? [];
  }
  return samples;
}

test("promtool finds nothing against the text, also of several processes", () => {
  const samples = everyMetric();
  const told = [0, 1].map((process) => ({ process, samples }));
  const text = renderMetrics("waiting-room", told);
  expect(promtool(["check", "metrics"], { input: text })).toEqual({ status: 0, said: "" });
  const wrong = text.replaceAll("stanchion_joins_total", "stanchion_joins");
  expect(promtool(["check", "metrics"], { input: wrong }).said).toContain("stanchion_joins");
});

/** The fields of a line of the log that an operator sends while it is traced. */
function fieldsOfLog(): readonly string[] {
  const lines: string[] = [];
  const span = { traceId: "1".repeat(32), spanId: "2".repeat(16) };
  vi.stubGlobal("stanchionTracing", { ids: () => span });
  const request = Object.assign(new IncomingMessage(new Socket()), { headers: {} });
  inRequest(request, () => {
    const log = createLogger("api", { write: (line) => void lines.push(line) });
    log.error({ error: new Error("no") }, "A request failed.");
  });
  vi.unstubAllGlobals();
  return Object.keys(JSON.parse(lines[0] ?? ""));
}

test("Loki gets fields that lines of the log have, and as labels only those of few values", () => {
  const text = readDeployFile("observability/logs.alloy");
  const namesIn = (block: string) => {
    const [, inside = ""] = new RegExp(`${block} \\{[^{]*\\{([^}]*)\\}`).exec(text) ?? [];
    return [...inside.matchAll(/(\w+)\s*=/g)].map(([, name]) => name);
  };
  expect(namesIn("stage.json")).toEqual(["level", "name", "requestId", "traceId"]);
  expect(fieldsOfLog()).toEqual(expect.arrayContaining(namesIn("stage.json")));
  expect(namesIn("stage.labels")).toEqual(["level", "name"]);
});
