import { Panel } from "@/components/shared/panel";
import { type CapacityPlan, MEASURED } from "@/lib/domain/capacity/plan-capacity";
import { count, planInWords } from "@/lib/domain/capacity/plan-in-words";

/** What a sale needs of machines: a sentence, and each part. */
export function PlanPanel({ plan, isExample }: { plan: CapacityPlan; isExample: boolean }) {
  return (
    <Panel
      title={isExample ? "What this example needs" : "What this sale needs"}
      description={`From what one process carried on one core (${MEASURED.measuredAt}).`}
    >
      <p className="mb-4 max-w-prose text-sm text-pretty" role="status">
        {summaryOf(plan)}
      </p>
      <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
        {planInWords(plan).map(({ label, text }) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="figures break-words">{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function summaryOf({ processes, redisMegabytes, waitingAtMost }: CapacityPlan) {
  const machines = `Run ${count(processes)} waiting-room processes and give Redis ${count(redisMegabytes)} MB.`;
  if (Math.round(waitingAtMost) === 0) return `${machines} Nobody has to wait at this outflow.`;
  return `${machines} At most ${count(waitingAtMost)} visitors wait.`;
}
