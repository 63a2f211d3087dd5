import { formatNumber, plural } from "@/components/shared/format";
import type { LineSnapshot } from "@/lib/line/commands/snapshot";

/** What else there is to know of a run, in a line of its own. */
export function RunFacts({ snapshot, isOver }: { snapshot: LineSnapshot; isOver: boolean }) {
  const facts = factsOf(snapshot, isOver);
  return (
    <dl className="figures flex flex-wrap gap-x-5 gap-y-1 border-t border-separator bg-surface-secondary px-4 py-2 text-xs">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex gap-1.5">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(snapshot: LineSnapshot, isOver: boolean) {
  const { lanes, sums, waiting, admittedOutsideCap, activeCap, seatsTaken } = snapshot;
  const facts = [
    { label: "Run", value: formatNumber(snapshot.runId) },
    ...queueFacts(lanes),
    { label: "Joined", value: formatNumber(sums.joined) },
    { label: "Admitted", value: formatNumber(sums.admitted) },
    ...someOf("Away", isOver ? 0 : sums.waiting - waiting),
    ...someOf("Left", sums.left),
    ...someOf("No-shows", sums.noShows),
    ...someOf("Cancelled", sums.removed),
  ];
  if (admittedOutsideCap > 0) {
    facts.push({ label: "Bypassed the line", value: formatNumber(admittedOutsideCap) });
  }
  if (activeCap !== null) {
    const value = `${formatNumber(seatsTaken)} of ${formatNumber(activeCap)}`;
    facts.push({ label: "Seats taken", value });
  }
  const servers = Math.max(snapshot.nodesAlive, snapshot.nodes.length);
  facts.push({ label: "Servers", value: plural(servers, "server") });
  return facts;
}

/** A figure that is left out while there is nobody. */
function someOf(label: string, count: number) {
  return count > 0 ? [{ label, value: formatNumber(count) }] : [];
}

/** The serving number, or with several lanes, each of which has its own below, how many have people. */
function queueFacts(lanes: LineSnapshot["lanes"]) {
  const [lane] = lanes;
  if (lanes.length > 1) {
    const busy = lanes.filter(({ waiting }) => waiting > 0).length;
    return [{ label: "Active lanes", value: `${busy} of ${lanes.length}` }];
  }
  if (lane === undefined) return [];
  const value = `${formatNumber(lane.servingNumber)} of ${formatNumber(lane.lastNumber)}`;
  return [{ label: "Serving number", value }];
}
