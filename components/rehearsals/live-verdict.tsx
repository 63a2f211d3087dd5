import { CircleCheck, CircleMinus, TriangleAlert } from "lucide-react";
import { formatNumber, plural } from "@/components/shared/format";
import { Panel } from "@/components/shared/panel";
import { cn } from "@/components/ui/class-names";
import type { LiveChecks, LivePlan } from "@/lib/domain/rehearsal/live";
import { FAST_ANSWER_MS, type LiveFinding, liveVerdict } from "@/lib/domain/rehearsal/live-verdict";
import type { LiveView } from "@/lib/services/operation/rehearsal/rehearsal-view";

/** Whether the sale would have gone as promised, in four lines. */
export function LiveVerdict({ rehearsal: { plan, outcome, state } }: { rehearsal: LiveView }) {
  if (outcome?.checks === undefined || state === "queued" || state === "running") return null;
  const { checks, errors } = outcome;
  const findings = liveVerdict(plan, checks);
  return (
    <Panel
      title={titleOf(findings, { errors, tokens: checks.tokens })}
      description="What the test visitors met, against what your settings promise"
    >
      <ul className="grid gap-3 text-sm md:grid-cols-2">
        {findings.map(({ key, isGood }) => (
          <li key={key} className="flex items-start gap-2">
            <Sign isGood={isGood} />
            <span>
              <span className="font-medium">{TITLES[key]}</span>
              <span className="figures block text-xs text-muted">{DETAILS[key](checks, plan)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function titleOf(
  findings: readonly LiveFinding[],
  { errors, tokens }: { readonly errors: number; readonly tokens: number },
): string {
  if (errors > 0 || findings.some(({ isGood }) => isGood === false)) return "Verdict: failed";
  return tokens === 0 ? "Verdict: inconclusive" : "Verdict: passed";
}

function Sign({ isGood }: { isGood: LiveFinding["isGood"] }) {
  const { icon: Icon, label, className } = signOf(isGood);
  return <Icon role="img" aria-label={label} className={cn("mt-0.5 size-4 shrink-0", className)} />;
}

function signOf(isGood: LiveFinding["isGood"]) {
  if (isGood === null) return { icon: CircleMinus, label: "Not tested", className: "text-muted" };
  return isGood
    ? { icon: CircleCheck, label: "Passed", className: "text-success" }
    : { icon: TriangleAlert, label: "Failed", className: "text-danger" };
}

const TITLES = {
  cap: "Outflow",
  order: "Order",
  speed: "Answer time",
  connector: "Connector",
} as const satisfies Readonly<Record<LiveFinding["key"], string>>;

const NOBODY = "nobody was admitted";

const DETAILS = {
  cap: ({ tokens, fullestMinute }, { outflowPerMinute }) =>
    tokens === 0
      ? NOBODY
      : `${formatNumber(fullestMinute)} admitted in the fullest 60 seconds, ${formatNumber(outflowPerMinute)} allowed`,
  order: ({ tokens, overtaken }) => {
    if (overtaken === null) return "not applicable: admission is not by number";
    return tokens === 0 ? NOBODY : `${plural(overtaken, "visitor")} overtaken`;
  },
  speed: ({ answerMs }) =>
    answerMs === null
      ? "no answers"
      : `p95 ${formatNumber(answerMs)} ms, at most ${FAST_ANSWER_MS} ms expected`,
  connector: ({ tokens, refused, letPast }) =>
    tokens + letPast === 0
      ? NOBODY
      : `${plural(tokens - refused, "visitor")} let in with a token, ${formatNumber(refused)} refused, ${formatNumber(letPast)} let in without one`,
} as const satisfies Readonly<
  Record<LiveFinding["key"], (checks: LiveChecks, plan: LivePlan) => string>
>;
