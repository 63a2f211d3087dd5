import { formatNumber, plural } from "@/components/shared/format";
import { Panel } from "@/components/shared/panel";
import type { Variant, WhatIfPlan } from "@/lib/domain/rehearsal/what-if";

const ORDERS = {
  fifo: "first come, first served",
  draw: "random draw at start",
  random: "random",
} as const satisfies Record<Variant["order"], string>;

/** What was put in, so that a rehearsal can be understood when it is opened again. */
export function WhatIfPlanPanel({ plan }: { plan: WhatIfPlan }) {
  const total = plan.arrivals.perMinute.reduce((sum, one) => sum + one, 0);
  return (
    <Panel title="Inputs">
      <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
        <Fact label="Arrivals">
          {plan.arrivals.label}: {plural(total, "visitor")} in{" "}
          {plural(plan.arrivals.perMinute.length, "minute")} (± {plan.uncertaintyPercent} %)
        </Fact>
        {plan.variants.map((variant) => (
          <Fact key={variant.name} label={variant.name}>
            {variantText(variant)}
          </Fact>
        ))}
      </dl>
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="figures break-words">{children}</dd>
    </div>
  );
}

function variantText(variant: Variant): string {
  const steps = variant.outflow.map(({ fromMinute, perMinute }) =>
    fromMinute === 0
      ? `${formatNumber(perMinute)} per minute`
      : `${formatNumber(perMinute)} from minute ${fromMinute}`,
  );
  const { opensAfterMinutes, patienceMinutes, noShowPercent, botPercent, site = null } = variant;
  return [
    steps.join(", then "),
    `order ${ORDERS[variant.order]}`,
    ...(opensAfterMinutes > 0 ? [`opens after ${opensAfterMinutes} min`] : []),
    patienceMinutes === null ? "nobody abandons" : `half abandon after ${patienceMinutes} min`,
    `${noShowPercent} % no-shows`,
    `${botPercent} % bots`,
    ...(site === null
      ? []
      : [`at most ${formatNumber(site.people)} on the site, for ${site.minutes} min each`]),
  ].join("; ");
}
