import { METRIC_NAMES, type MeteredProgram, metricOf } from "./catalogue";
import type { Samples } from "./scrape";

export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** What one process tells; `process` is its index among those of its program on this machine. */
export type Told = { readonly process: number; readonly samples: Samples };

/** The text format of Prometheus, each metric in one piece whatever the number of processes. */
export function renderMetrics(program: MeteredProgram, told: readonly Told[]): string {
  const lines: string[] = [];
  for (const name of METRIC_NAMES) {
    const before = lines.length;
    for (const { process, samples } of told) {
      const own = `program="${program}",process="${process}"`;
      for (const [suffix, labels, value] of samples[name] ?? [])
        lines.push(`${name}${suffix}{${own}${labels === "" ? "" : `,${labels}`}} ${value}`);
    }
    if (lines.length === before) continue;
    const { help, type } = metricOf(name);
    lines.splice(before, 0, `# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
  }
  return `${lines.join("\n")}\n`;
}
