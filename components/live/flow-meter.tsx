type FlowMeterProps = { admittedLastMinute: number; outflowPerMinute: number; words: string };

/** How much of the outflow was used in the last minute. */
export function FlowMeter({ admittedLastMinute, outflowPerMinute, words }: FlowMeterProps) {
  const share = outflowPerMinute === 0 ? 0 : Math.min(1, admittedLastMinute / outflowPerMinute);
  return (
    <div className="flex flex-col gap-1">
      <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-surface-tertiary">
        <div
          className="h-full rounded-full bg-chart-admitted transition-[width] duration-500 motion-reduce:transition-none"
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <span>{words}</span>
    </div>
  );
}
