import { Metric } from "@/components/live/metric";
import { DocsLink } from "@/components/shared/docs-link";
import { formatNumber } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import { Chip } from "@/components/ui/chip";
import type { FairnessView } from "@/lib/services/operation/report/get-fairness";
import { percentText } from "./report-words";

const VERDICTS = {
  provable: { label: "Provable", color: "success" },
  "not-provable": { label: "Not provable", color: "warning" },
  tampered: { label: "Tampered", color: "danger" },
} as const;

/** Whether a run was fair, counted anew from its admissions. */
export function FairnessPanel({ fairness }: { fairness: FairnessView }) {
  const { figures, method, draw, isFinal, writtenAt } = fairness;
  const { fullestMinute, order, numbersTwice } = figures;
  return (
    <Panel
      title="Fairness"
      description={
        <>
          Recalculated from {formatNumber(figures.rows)} stored admissions,{" "}
          {isFinal ? "at the end of the run" : "so far"} (<Moment at={writtenAt} seconds />
          ). <DocsLink page="fairness">About these figures</DocsLink>
        </>
      }
      actions={draw === null ? undefined : <DrawChip verdict={draw.verdict} />}
      flush
    >
      <dl className="grid grid-cols-2 lg:grid-cols-4">
        <Metric
          label="Fullest 60 seconds"
          value={fullestMinute === null ? "–" : percentText(fullestMinute.ratio)}
          detail={
            fullestMinute === null
              ? "outflow unknown"
              : `${formatNumber(fullestMinute.admitted)} of ${formatNumber(fullestMinute.allowed)}`
          }
        />
        <Metric
          label="Inversions"
          value={method === "random" ? "–" : formatNumber(order.inversions)}
          detail={
            method === "random" ? "not applicable in random order" : "visitors overtaken, or late"
          }
        />
        <Metric
          label="Numbers admitted twice"
          value={numbersTwice === null ? "–" : formatNumber(numbersTwice)}
          detail={numbersTwice === 0 ? "every number once" : "needs review"}
        />
        <Metric
          label="Draw"
          value={draw === null ? "–" : formatNumber(draw.members)}
          detail={draw === null ? "none" : "members, verified"}
        />
      </dl>
      <Ways totals={figures.totals} />
    </Panel>
  );
}

const WAYS = {
  line: "from the line",
  outOfTurn: "admitted next by your team",
  straightIn: "without waiting",
  notHeld: "while letting everyone through",
  afterEvent: "after the end",
  staffLink: "by staff link",
  renewals: "tokens renewed",
  other: "other",
} as const;

function Ways({ totals }: { totals: FairnessView["figures"]["totals"] }) {
  const ways = (Object.keys(WAYS) as (keyof typeof WAYS)[]).filter((way) => (totals[way] ?? 0) > 0);
  if (ways.length === 0) return null;
  return (
    <p className="border-t border-separator px-4 py-3 text-xs text-muted">
      {ways.map((way) => `${formatNumber(totals[way] ?? 0)} ${WAYS[way]}`).join(" · ")}
    </p>
  );
}

function DrawChip({ verdict }: { verdict: keyof typeof VERDICTS }) {
  const { label, color } = VERDICTS[verdict];
  return (
    <Chip size="sm" color={color} variant="soft">
      Draw: {label}
    </Chip>
  );
}
