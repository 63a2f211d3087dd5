import { REFUSALS } from "@/lib/domain/figures/figures";

/** The programs that have metrics; each listens this many ports above the one that is set. */
export const PORT_ABOVE = { "waiting-room": 0, console: 1, worker: 2, api: 3 } as const;
export type MeteredProgram = keyof typeof PORT_ABOVE;

const EVERY: readonly MeteredProgram[] = ["waiting-room", "console", "worker", "api"];
const ROOM: readonly MeteredProgram[] = ["waiting-room"];
const WORKER: readonly MeteredProgram[] = ["worker"];

/** Under what everything is shown for which there is no label of its own any more. */
export const OTHER = "other";

/** Every label, and what bounds its values. `program` and `process` are on all series. */
export const LABELS = {
  event: "`customer/event` of `METRICS_EVENTS` events, then `other`",
  lane: "index of the lane",
  way: "`slot`, `direct` (nobody was waiting), `outside` (took no slot)",
  reason: [...REFUSALS.map((kind) => kind.replace("refused-", "")), "blocked"]
    .map((reason) => `\`${reason}\``)
    .join(", "),
  outcome:
    "challenges: `asked`, `solved`, `failed`; jobs: `done`, `busy` (still running), `unknown`, `failed`",
  route: "pattern of the path; `other`, or `pages` of the console",
  class: "`1xx` to `5xx`",
  call: "script or command, 100 at most, then `other`",
  queue: "name of the queue",
  state: "`waiting`, `active`, `delayed`, `failed`",
  // Prometheus has a label `job` of its own.
  job_name: "name of the job; `other`",
  version: "version of Stanchion; of a connector, 30 at most, then `other`",
  source: "what is asked at a scrape",
} as const;
type LabelName = keyof typeof LABELS;

/** Upper bounds in seconds. */
const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;
const LONG = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300] as const;

type Metric = {
  readonly type: "counter" | "gauge" | "histogram";
  /** A sentence for those who read the table and for Prometheus. */
  readonly help: string;
  readonly labels: readonly LabelName[];
  readonly of: readonly MeteredProgram[];
  readonly buckets?: readonly number[];
  /** Each process says the same: series are not to be added up. */
  readonly isShared?: true;
};

/**
 * Every metric. The text for Prometheus, docs/metrics.md and the checks of dashboard and alert rules are made from it. A new one
 * needs its entry here, and a source that puts its value.
 */
export const METRICS = {
  stanchion_arrivals_total: {
    type: "counter",
    help: "Visitors who arrived without a place.",
    labels: ["event"],
    of: ROOM,
  },
  stanchion_joins_total: {
    type: "counter",
    help: "Visitors who joined the line.",
    labels: ["event"],
    of: ROOM,
  },
  stanchion_entries_total: {
    type: "counter",
    help: "Visitors who were admitted.",
    labels: ["event", "way"],
    of: ROOM,
  },
  stanchion_check_ins_total: {
    type: "counter",
    help: "Check-ins of waiting visitors.",
    labels: ["event"],
    of: ROOM,
  },
  stanchion_refusals_total: {
    type: "counter",
    help: "Visitors who were turned away.",
    labels: ["event", "reason"],
    of: ROOM,
  },
  stanchion_challenges_total: {
    type: "counter",
    help: "Challenges, by outcome.",
    labels: ["event", "outcome"],
    of: ROOM,
  },
  stanchion_line_waiting: {
    type: "gauge",
    help: "Visitors who are waiting and present.",
    labels: ["event"],
    of: ROOM,
    isShared: true,
  },
  stanchion_line_serving_number: {
    type: "gauge",
    help: "Highest number that has been called.",
    labels: ["event", "lane"],
    of: ROOM,
    isShared: true,
  },
  stanchion_line_outflow_per_second: {
    type: "gauge",
    help: "Current outflow: the lowest of the settings, the governor and the inlet.",
    labels: ["event"],
    of: ROOM,
    isShared: true,
  },
  stanchion_line_admitted_per_second: {
    type: "gauge",
    help: "Outflow used: admissions per second over the last minute.",
    labels: ["event"],
    of: ROOM,
    isShared: true,
  },
  stanchion_line_idle_slots: {
    type: "gauge",
    help: "Unused slots of the last minute.",
    labels: ["event"],
    of: ROOM,
    isShared: true,
  },
  stanchion_line_open: {
    type: "gauge",
    help: "1 while the event admits visitors: it has started and is not paused.",
    labels: ["event"],
    of: ROOM,
    isShared: true,
  },
  stanchion_line_paused: {
    type: "gauge",
    help: "1 while the event is paused.",
    labels: ["event"],
    of: ROOM,
    isShared: true,
  },
  stanchion_line_stale: {
    type: "gauge",
    help: "1 while the process has no current state of the line.",
    labels: ["event"],
    of: ROOM,
    isShared: true,
  },
  stanchion_waiting_room_processes: {
    type: "gauge",
    help: "Processes of this waiting room that answered the scrape.",
    labels: [],
    of: ROOM,
  },
  stanchion_http_request_duration_seconds: {
    type: "histogram",
    help: "Time from reading a request to sending its response.",
    labels: ["route"],
    of: ["waiting-room", "console", "api"],
    buckets: FAST,
  },
  stanchion_http_responses_total: {
    type: "counter",
    help: "Responses, by status class.",
    labels: ["route", "class"],
    of: ["waiting-room", "console", "api"],
  },
  stanchion_redis_call_duration_seconds: {
    type: "histogram",
    help: "Duration of successful calls to Redis.",
    labels: ["call"],
    of: EVERY,
    buckets: FAST,
  },
  stanchion_redis_call_errors_total: {
    type: "counter",
    help: "Failed calls to Redis.",
    labels: ["call"],
    of: EVERY,
  },
  stanchion_queue_jobs: {
    type: "gauge",
    help: "Jobs in a queue.",
    labels: ["queue", "state"],
    of: WORKER,
    isShared: true,
  },
  stanchion_queue_oldest_age_seconds: {
    type: "gauge",
    help: "Age of the oldest waiting job; 0 if there is none.",
    labels: ["queue"],
    of: WORKER,
    isShared: true,
  },
  stanchion_jobs_total: {
    type: "counter",
    help: "Finished jobs, by outcome.",
    labels: ["job_name", "outcome"],
    of: WORKER,
  },
  stanchion_job_duration_seconds: {
    type: "histogram",
    help: "Duration of jobs.",
    labels: ["job_name"],
    of: WORKER,
    buckets: LONG,
  },
  stanchion_outbox_entries: {
    type: "gauge",
    help: "Changes not yet relayed to Redis.",
    labels: [],
    of: WORKER,
    isShared: true,
  },
  stanchion_outbox_lag_seconds: {
    type: "gauge",
    help: "Age of the oldest change not yet relayed to Redis; 0 if there is none.",
    labels: [],
    of: WORKER,
    isShared: true,
  },
  stanchion_webhook_messages: {
    type: "gauge",
    help: "Pending messages of active webhooks.",
    labels: [],
    of: WORKER,
    isShared: true,
  },
  stanchion_webhook_lag_seconds: {
    type: "gauge",
    help: "Age of the oldest pending message; 0 if there is none.",
    labels: [],
    of: WORKER,
    isShared: true,
  },
  stanchion_connectors: {
    type: "gauge",
    help: "Connectors that fetched their rules in the last 15 minutes.",
    labels: ["version"],
    of: WORKER,
    isShared: true,
  },
  stanchion_event_loop_delay_seconds: {
    type: "histogram",
    help: "Delay of a 20 ms timer.",
    labels: [],
    of: EVERY,
    buckets: FAST,
  },
  stanchion_heap_used_bytes: {
    type: "gauge",
    help: "Memory used by JavaScript objects.",
    labels: [],
    of: EVERY,
  },
  process_resident_memory_bytes: {
    type: "gauge",
    help: "Memory of the process.",
    labels: [],
    of: EVERY,
  },
  process_cpu_seconds_total: {
    type: "counter",
    help: "CPU time of the process.",
    labels: [],
    of: EVERY,
  },
  process_start_time_seconds: {
    type: "gauge",
    help: "Start time of the process, in seconds since 1970.",
    labels: [],
    of: EVERY,
  },
  stanchion_build_info: {
    type: "gauge",
    help: "1, with the version of Stanchion.",
    labels: ["version"],
    of: EVERY,
  },
  stanchion_scrape_errors_total: {
    type: "counter",
    help: "Sources that did not answer the scrape; their series are missing.",
    labels: ["source"],
    of: EVERY,
  },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof METRICS;
export type HistogramName = {
  [Name in MetricName]: (typeof METRICS)[Name]["type"] extends "histogram" ? Name : never;
}[MetricName];
export type NumberName = Exclude<MetricName, HistogramName>;

/** A value for each label of a metric. */
export type LabelsOf<Name extends MetricName> = Readonly<
  Record<(typeof METRICS)[Name]["labels"][number], string>
>;

/** What the catalogue says of one metric. */
export function metricOf(name: MetricName): Metric {
  return METRICS[name];
}

// Object.keys forgets that these are the names.
export const METRIC_NAMES = Object.keys(METRICS) as MetricName[];
