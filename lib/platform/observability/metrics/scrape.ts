import type { HistogramName, LabelsOf, MetricName, NumberName } from "./catalogue";
import type { Histogram } from "./histogram";

/** The end of a name (`_bucket`), the labels of a series, and its value. */
export type Sample = readonly [suffix: string, labels: string, value: number];
/** What one process tells, by metric; it goes from process to process as JSON. */
export type Samples = Partial<Record<MetricName, Sample[]>>;

/** What sources put their values into when somebody asks. */
export class Scrape {
  readonly samples: Samples = {};

  /** Of a counter or a gauge. Each set of labels is put once. */
  put<Name extends NumberName>(name: Name, labels: LabelsOf<Name>, value: number): void {
    this.samplesOf(name).push(["", textOf(labels), value]);
  }

  putHistogram<Name extends HistogramName>(
    name: Name,
    labels: LabelsOf<Name>,
    { bounds, counts, sum }: Histogram,
  ): void {
    const samples = this.samplesOf(name);
    const text = textOf(labels);
    const before = text === "" ? "" : `${text},`;
    let below = 0;
    for (const [index, count] of counts.entries()) {
      below += count;
      samples.push(["_bucket", `${before}le="${bounds[index] ?? "+Inf"}"`, below]);
    }
    samples.push(["_sum", text, sum], ["_count", text, below]);
  }

  private samplesOf(name: MetricName): Sample[] {
    this.samples[name] ??= [];
    return this.samples[name];
  }
}

const SPECIAL = /[\\"\n]/g;
const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" };

function textOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(SPECIAL, (one) => ESCAPES[one] ?? one)}"`)
    .join(",");
}
