import { VERSION } from "@/lib/platform/version";
import { METRICS } from "./catalogue";
import { Histogram } from "./histogram";
import type { Source } from "./metrics";

const SAMPLE_MS = 20;

/** What every process tells of itself. */
export function processSource(): Source {
  const delay = new Histogram(METRICS.stanchion_event_loop_delay_seconds.buckets);
  let lastMs = performance.now();
  setInterval(() => {
    const nowMs = performance.now();
    delay.observe(Math.max(0, nowMs - lastMs - SAMPLE_MS) / 1_000);
    lastMs = nowMs;
  }, SAMPLE_MS).unref();
  const startedSeconds = performance.timeOrigin / 1_000;
  return (scrape) => {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    scrape.putHistogram("stanchion_event_loop_delay_seconds", {}, delay);
    scrape.put("stanchion_heap_used_bytes", {}, heapUsed);
    scrape.put("process_resident_memory_bytes", {}, rss);
    scrape.put("process_cpu_seconds_total", {}, (user + system) / 1_000_000);
    scrape.put("process_start_time_seconds", {}, startedSeconds);
    scrape.put("stanchion_build_info", { version: VERSION }, 1);
  };
}
