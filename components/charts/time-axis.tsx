import { shareOf, type TimeWindow } from "./chart-series";
import { ticksOf } from "./chart-words";

type TimeAxisProps = { window: TimeWindow; timeZone: string };

/** A few round times under the charts. */
export function TimeAxis({ window, timeZone }: TimeAxisProps) {
  const ticks = ticksOf(window, timeZone);
  return (
    <div aria-hidden className="figures flex text-[0.6875rem] text-muted">
      <span className="w-12 shrink-0" />
      <div className="relative h-4 min-w-0 flex-1">
        {ticks.map(({ atMs, text }, index) => {
          const share = shareOf(atMs, window);
          // Words at the very edge would be cut.
          if (share < 0.03 || share > 0.97) return null;
          return (
            <span
              key={atMs}
              className={`absolute top-0.5 -translate-x-1/2 whitespace-nowrap ${index % 2 === 1 ? "max-sm:hidden" : ""}`}
              style={{ left: `${share * 100}%` }}
            >
              {text}
            </span>
          );
        })}
      </div>
    </div>
  );
}
