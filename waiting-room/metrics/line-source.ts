import { canEnter } from "@/lib/domain/line/phase";
import { OTHER } from "@/lib/platform/observability/metrics/catalogue";
import type { Source } from "@/lib/platform/observability/metrics/metrics";
import type { Scrape } from "@/lib/platform/observability/metrics/scrape";
import type { EventLine } from "@/waiting-room/line/event-line";
import { phaseOf } from "@/waiting-room/line/public-line";
import { EventLabels } from "./event-labels";

type Counts = Map<string, number>;
type Seen = { readonly line: EventLine; counts: ReadonlyMap<string, number> };

const REFUSED = "refused-";
const MINUTE_SECONDS = 60;

/** Shown from the start, so that the first one is seen as a rise. */
const FROM_START = ["arrivals", "joins", "check-ins", "slot", "direct", "outside"];
/** What is counted of challenges. */
const OUTCOMES: Readonly<Record<string, string>> = {
  challenged: "asked",
  solved: "solved",
  "challenge-failed": "failed",
};

/**
 * What happens in the lines that a process has in memory. Looks at them when somebody scrapes; a line that was forgotten
 * since is looked at once more, so that nothing it counted is lost.
 */
export function lineSource(allLines: () => Iterable<EventLine>, eventsMax: number): Source {
  const labels = new EventLabels(eventsMax);
  const totals = new Map<string, Counts>();
  let seen: readonly Seen[] = [];

  function take({ line, counts: before }: Seen, isInUse: (event: string) => boolean): Seen {
    const label = labels.labelOf(nameOf(line), isInUse);
    const sums = totals.get(label) ?? new Map(FROM_START.map((kind) => [kind, 0]));
    totals.set(label, sums);
    const counts = countsOf(line);
    for (const [kind, count] of counts)
      sums.set(kind, (sums.get(kind) ?? 0) + count - (before.get(kind) ?? 0));
    return { line, counts };
  }

  return (scrape) => {
    const lines = [...allLines()];
    const inUse = new Set(lines.map(nameOf));
    const isInUse = (event: string) => inUse.has(event);
    const known = new Map(seen.map((one) => [one.line, one]));
    const current = lines.map((line) => known.get(line) ?? { line, counts: new Map() });
    const forgotten = seen.filter(({ line }) => !lines.includes(line));
    for (const one of forgotten) take(one, isInUse);
    seen = current.map((one) => take(one, isInUse));
    for (const event of totals.keys()) if (!labels.has(event)) totals.delete(event);
    for (const [event, counts] of totals) putCounts(scrape, event, counts);
    putLines(scrape, lines, (line) => labels.labelOf(nameOf(line), isInUse));
  };
}

function nameOf({ settings }: EventLine): string {
  return `${settings.customerId}/${settings.eventId}`;
}

function countsOf({ counts, checkIns, entered }: EventLine): Counts {
  const totals = new Map<string, number>([...counts.totals(), ...Object.entries(entered)]);
  return totals.set("joins", counts.joined).set("check-ins", checkIns.total);
}

function putCounts(scrape: Scrape, event: string, counts: Counts): void {
  for (const [kind, count] of counts) putCount(scrape, event, kind, count);
}

function putCount(scrape: Scrape, event: string, kind: string, count: number): void {
  const outcome = OUTCOMES[kind];
  if (kind === "arrivals") scrape.put("stanchion_arrivals_total", { event }, count);
  else if (kind === "joins") scrape.put("stanchion_joins_total", { event }, count);
  else if (kind === "check-ins") scrape.put("stanchion_check_ins_total", { event }, count);
  else if (kind === "slot" || kind === "direct" || kind === "outside")
    scrape.put("stanchion_entries_total", { event, way: kind }, count);
  else if (kind === "blocked")
    scrape.put("stanchion_refusals_total", { event, reason: kind }, count);
  else if (kind.startsWith(REFUSED))
    scrape.put("stanchion_refusals_total", { event, reason: kind.slice(REFUSED.length) }, count);
  else if (outcome !== undefined)
    scrape.put("stanchion_challenges_total", { event, outcome }, count);
}

/** How the lines stand that have a label of their own; how others stand adds up to nothing that helps. */
function putLines(
  scrape: Scrape,
  lines: readonly EventLine[],
  labelOf: (line: EventLine) => string,
): void {
  for (const line of lines) {
    const event = labelOf(line);
    if (event !== OTHER) putLine(scrape, event, line);
  }
}

function putLine(scrape: Scrape, event: string, line: EventLine): void {
  const { state, settings, isStale } = line;
  const isOpen = canEnter(phaseOf(line, line.lineNow())) && !settings.paused;
  scrape.put("stanchion_line_open", { event }, Number(isOpen));
  scrape.put("stanchion_line_paused", { event }, Number(settings.paused));
  scrape.put("stanchion_line_stale", { event }, Number(isStale));
  if (state === null) return;
  const { outflowPerMinute, admittedLastMinute } = state;
  const perSecond = (minute: number) => minute / MINUTE_SECONDS;
  const idle = Math.max(0, outflowPerMinute - admittedLastMinute);
  scrape.put("stanchion_line_waiting", { event }, state.present);
  scrape.put("stanchion_line_outflow_per_second", { event }, perSecond(outflowPerMinute));
  scrape.put("stanchion_line_admitted_per_second", { event }, perSecond(admittedLastMinute));
  scrape.put("stanchion_line_idle_slots", { event }, idle);
  for (const [lane, { servingNumber }] of state.lanes.entries())
    scrape.put("stanchion_line_serving_number", { event, lane: `${lane}` }, servingNumber);
}
