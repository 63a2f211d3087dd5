import { useState } from "react";
import { shareOf, type TimeWindow } from "./chart-series";
import { momentText } from "./chart-words";

export type ChartMark = { readonly id: string; readonly atMs: number; readonly sentence: string };

type MarkRowProps = {
  marks: readonly ChartMark[];
  window: TimeWindow;
  timeZone: string;
};

/** Marks nearer to each other than this part of the width stand together. */
const NEAR = 0.02;

const BADGE =
  "figures flex h-4 min-w-4 shrink-0 items-center justify-center rounded-full bg-foreground px-1 text-[0.625rem] leading-4 font-semibold text-background";

/** What operators did, above the charts where it happened, numbered. Each mark tells its sentences when it is pointed at or has the focus. */
export function MarkRow({ marks, window, timeZone }: MarkRowProps) {
  const [shown, setShown] = useState<string | null>(null);
  const groups = groupsOf(marks, window);
  const open = groups.find(({ key }) => key === shown);
  if (groups.length === 0) return null;
  return (
    <div className="flex">
      <span className="flex w-12 shrink-0 items-center text-[0.6875rem] text-muted">Changes</span>
      <div className="relative h-6 min-w-0 flex-1">
        <ul aria-label="Changes">
          {groups.map(({ key, share, of }, index) => (
            <li
              key={key}
              className="absolute top-0 -translate-x-1/2"
              style={{ left: `${share * 100}%` }}
            >
              <button
                type="button"
                aria-label={`${index + 1}: ${wordsOf(of, window, timeZone).join(" ")}`}
                className="flex size-6 items-center justify-center rounded-full outline-none focus-visible:focus-ring"
                onPointerEnter={() => setShown(key)}
                onPointerLeave={() => setShown(null)}
                onFocus={() => setShown(key)}
                onBlur={() => setShown(null)}
              >
                <span className={BADGE}>{index + 1}</span>
              </button>
            </li>
          ))}
        </ul>
        {open === undefined ? null : <Sentences group={open} {...{ window, timeZone }} />}
      </div>
    </div>
  );
}

/** The newest marks that are written out; the table has all. */
const LISTED = 4;

/** What the newest marks mean, by their numbers. Screen readers have it as the marks' names. */
export function MarkList({ marks, window, timeZone }: MarkRowProps) {
  const lines = groupsOf(marks, window).flatMap(({ of }, index) =>
    of.map((mark) => ({ ...mark, number: index + 1 })),
  );
  if (lines.length === 0) return null;
  const more = lines.length - LISTED;
  return (
    <div aria-hidden className="flex flex-col gap-1 pl-12 text-xs">
      {lines.slice(-LISTED).map(({ id, atMs, sentence, number }) => (
        <p key={id} className="flex min-w-0 gap-2">
          <span className={BADGE}>{number}</span>
          <span className="figures shrink-0 text-muted">
            {momentText(atMs, 1_000, window, timeZone)}
          </span>
          <span className="min-w-0 break-words">{sentence}</span>
        </p>
      ))}
      {more > 0 ? <p className="text-muted">{more} more in the table</p> : null}
    </div>
  );
}

type SentencesProps = Pick<MarkRowProps, "window" | "timeZone"> & { group: MarkGroup };

/** Beside its mark, on the side that has more room. Screen readers have it as the mark's name. */
function Sentences({ group: { share, of }, window, timeZone }: SentencesProps) {
  const side =
    share > 0.5
      ? { marginLeft: "auto", marginRight: `${(1 - share) * 100}%` }
      : { marginLeft: `${share * 100}%` };
  return (
    <div aria-hidden className="pointer-events-none absolute inset-x-0 top-7 z-20 flex">
      <div className="max-w-72 rounded-lg bg-overlay px-3 py-2 text-xs shadow-overlay" style={side}>
        {of.map(({ id, atMs, sentence }) => (
          <p key={id} className="[&+p]:mt-1.5">
            <span className="figures mr-1.5 text-muted">
              {momentText(atMs, 1_000, window, timeZone)}
            </span>
            {sentence}.
          </p>
        ))}
      </div>
    </div>
  );
}

type MarkGroup = { key: string; share: number; of: ChartMark[] };

function groupsOf(marks: readonly ChartMark[], window: TimeWindow): MarkGroup[] {
  const groups: MarkGroup[] = [];
  for (const mark of marks) {
    const share = shareOf(mark.atMs, window);
    if (share < 0 || share > 1) continue;
    const last = groups.at(-1);
    if (last !== undefined && share - last.share < NEAR) last.of.push(mark);
    else groups.push({ key: mark.id, share, of: [mark] });
  }
  return groups;
}

function wordsOf(marks: readonly ChartMark[], window: TimeWindow, timeZone: string): string[] {
  return marks.map(
    ({ atMs, sentence }) => `${momentText(atMs, 1_000, window, timeZone)}: ${sentence}.`,
  );
}
