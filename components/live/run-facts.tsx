import { formatNumber, plural } from "@/components/shared/format";
import type { LineSnapshot } from "@/lib/line/commands/snapshot";

/** What else there is to know of a run, in a line of its own. */
export function RunFacts({ snapshot }: { snapshot: LineSnapshot }) {
  const facts = factsOf(snapshot);
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

function factsOf(snapshot: LineSnapshot) {
  const { lanes, joined, admitted, admittedOutsideCap, activeCap, seatsTaken } = snapshot;
  const facts = [
    { label: "Run", value: formatNumber(snapshot.runId) },
    ...queueFacts(lanes),
    { label: "Joined", value: formatNumber(joined) },
    { label: "Admitted", value: formatNumber(admitted) },
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
