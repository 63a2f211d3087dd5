import { formatNumber } from "@/components/shared/format";
import { type ChartPoint, formatStep } from "./series";

type ChartTooltipProps = {
  active?: boolean;
  payload?: readonly { payload?: ChartPoint }[];
};

/** All figures of one step, the same in both charts. */
export function ChartTooltip({ active, payload }: ChartTooltipProps) {
  const point = payload?.[0]?.payload;
  if (active !== true || point === undefined) return null;
  const lines = [
    {
      label: "Admitted",
      value: `${formatNumber(point.admittedPerMinute)}/min`,
      dot: "bg-chart-admitted",
    },
    {
      label: "Joined",
      value: `${formatNumber(point.joinedPerMinute)}/min`,
      dot: "bg-chart-joined",
    },
    { label: "Waiting", value: formatNumber(point.waiting), dot: "bg-chart-waiting" },
  ];
  return (
    <div className="figures rounded-lg bg-overlay px-3 py-2 text-xs shadow-overlay">
      <p className="mb-1 text-muted">{formatStep(point.atMs)} UTC</p>
      {lines.map((line) => (
        <p key={line.label} className="flex items-center gap-2">
          <span aria-hidden className={`size-2 rounded-full ${line.dot}`} />
          <span className="text-muted">{line.label}</span>
          <span className="ml-auto pl-4 font-medium">{line.value}</span>
        </p>
      ))}
    </div>
  );
}
