import { formatNumber } from "@/components/shared/format";
import { Panel } from "@/components/shared/panel";
import { type FairnessWaits, WAIT_BOUNDS } from "@/lib/domain/fairness/figures";
import { shareText, underMinutes } from "./report-words";

/** How long people waited who came in from the line. */
export function WaitsPanel({ waits }: { waits: FairnessWaits }) {
  const { known, unknown, counts } = waits;
  if (known + unknown === 0) return null;
  const most = Math.max(1, ...counts);
  const isKnown = (count: number) => count > 0;
  const [first, last] = [counts.findIndex(isKnown), counts.findLastIndex(isKnown)];
  return (
    <Panel
      title="Waits"
      description={
        known === 0
          ? "Nobody was admitted from the line"
          : `Median ${underMinutes(waits.medianMinutes)} · p90 ${underMinutes(waits.slowestTenthMinutes)} · longest ${underMinutes(waits.longestMinutes)}. Accurate to about a minute.`
      }
    >
      <table className="w-full text-sm">
        <caption className="sr-only">Wait distribution</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Wait</th>
            <th scope="col">Share</th>
            <th scope="col">Visitors</th>
          </tr>
        </thead>
        <tbody>
          {counts.map((count, index) =>
            index < first || index > last ? null : (
              <tr key={boundText(index)}>
                <th scope="row" className="w-28 py-1 pr-3 text-left text-xs font-normal text-muted">
                  {boundText(index)}
                </th>
                <td className="py-1">
                  <span
                    aria-hidden
                    className="block h-3.5 rounded-sm bg-chart-waiting"
                    style={{ width: count === 0 ? 0 : `max(2px, ${(100 * count) / most}%)` }}
                  />
                </td>
                <td className="figures w-36 py-1 pl-3 text-right whitespace-nowrap">
                  {formatNumber(count)}
                  <span className="ml-2 inline-block w-14 text-xs text-muted">
                    {shareText(count, known)}
                  </span>
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {unknown === 0 ? null : (
        <p className="mt-3 text-xs text-muted">
          For {formatNumber(unknown)} more visitors the join time is unknown.
        </p>
      )}
    </Panel>
  );
}

function boundText(index: number): string {
  const [from, until] = [WAIT_BOUNDS[index - 1], WAIT_BOUNDS[index]];
  if (from === undefined) return `under ${until} min`;
  return until === undefined ? `${from} min or more` : `${from} to ${until} min`;
}
