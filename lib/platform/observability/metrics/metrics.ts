import { processSource } from "./process-metrics";
import { redisSource } from "./redis-calls";
import { type Samples, Scrape } from "./scrape";

/** Puts what it knows into a scrape. It counts in plain numbers of its own and copies them here. */
export type Source = (scrape: Scrape) => void | Promise<void>;

/** A source that asks somebody else gets so long; Prometheus gives up after ten seconds. */
const PATIENCE_MS = 4_000;

/** The metrics of one process: whatever has something to tell is asked when somebody scrapes. */
export class Metrics {
  private readonly sources = new Map<string, Source>();
  private readonly failures = new Map<string, number>();

  /** With what every process tells. Calls to Redis are counted from here on. */
  constructor() {
    this.add("process", processSource());
    this.add("redis", redisSource());
  }

  /** `name` is under which its failures are counted. */
  add(name: string, source: Source): void {
    this.sources.set(name, source);
    this.failures.set(name, 0);
  }

  /** Asks all sources. Never rejects: one that fails or takes too long is left out, and counted. */
  async collect(): Promise<Samples> {
    const told = [...this.sources].map(async ([name, source]) => {
      const scrape = new Scrape();
      try {
        await inTime(source(scrape));
        return scrape.samples;
      } catch {
        this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
        return {};
      }
    });
    const samples: Samples = Object.assign({}, ...(await Promise.all(told)));
    const own = new Scrape();
    for (const [source, count] of this.failures)
      own.put("stanchion_scrape_errors_total", { source }, count);
    return { ...samples, ...own.samples };
  }
}

async function inTime(asked: void | Promise<void>): Promise<void> {
  if (!(asked instanceof Promise)) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It took too long.")), PATIENCE_MS);
  });
  await Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
