import { Chip } from "@/components/ui/chip";
import { bandOf, type Certainty, type Score, type ScoreBand } from "@/lib/domain/score/score";

const BANDS: Readonly<
  Record<ScoreBand, { label: string; color: "default" | "success" | "warning" | "danger" }>
> = {
  none: { label: "no signals", color: "success" },
  low: { label: "few signals", color: "default" },
  middle: { label: "some signs of automation", color: "warning" },
  high: { label: "strong signs of automation", color: "danger" },
};

const CERTAINTIES: Readonly<Record<Certainty, string>> = {
  weak: "common among real visitors",
  fair: "seen in some real visitors",
  strong: "rare among real visitors",
};

/** The score of a place, with each reason in words and how much it proves. */
export function PlaceScore({ score: { score, reasons } }: { score: Score }) {
  const { label, color } = BANDS[bandOf(score)];
  return (
    <section aria-label="Score" className="flex flex-col gap-2 border-t border-separator pt-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm font-medium tabular-nums">Score {score} of 100</span>
        <Chip size="sm" color={color} variant="soft">
          {label}
        </Chip>
      </div>
      {reasons.length === 0 ? null : (
        <ul className="flex flex-col gap-2 text-sm">
          {reasons.map(({ mark, weight, certainty, seen, why }) => (
            <li key={mark} className="flex flex-col">
              <span>
                {seen}{" "}
                <span className="text-muted tabular-nums">
                  {weight} alone; {CERTAINTIES[certainty]}.
                </span>
              </span>
              <span className="text-muted">{why}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-xs text-muted">A score is a signal, not proof.</p>
    </section>
  );
}
