import { db } from "@/lib/db/client";
import {
  FIGURE_KINDS,
  isFigureKind,
  isSample,
  MINUTES_PER_ROW,
} from "@/lib/domain/figures/figures";
import { type ExportedRows, exportedRows } from "./exported-rows";

const HEADINGS = ["minute", "lane", ...FIGURE_KINDS.map((kind) => kind.replaceAll("-", "_"))];
const MINUTE_MS = 60_000;

type HeldHour = { readonly lane: number; readonly kind: string; readonly counts: number[] };

/** The figures of a run by minute and lane, oldest first, an hour at a time. A minute in which nothing happened has no row. */
export function exportedMinutes(runId: string): ExportedRows {
  return exportedRows(HEADINGS, () => hoursOf(runId));
}

async function* hoursOf(runId: string) {
  for (let hour = -1; ; ) {
    const next = await db().hourFigure.findFirst({
      where: { runId, hour: { gt: hour } },
      orderBy: { hour: "asc" },
      select: { hour: true },
    });
    if (next === null) return;
    hour = next.hour;
    const held = await db().hourFigure.findMany({ where: { runId, hour } });
    const rows = rowsOf(hour, held);
    if (rows.length > 0) yield rows;
  }
}

function rowsOf(hour: number, held: readonly HeldHour[]) {
  const lanes = [...new Set(held.map(({ lane }) => lane))].sort((a, b) => a - b);
  const minutes = Array.from({ length: MINUTES_PER_ROW }, (_, minute) => minute);
  return minutes.flatMap((minute) =>
    lanes.flatMap((lane) => {
      const values = FIGURE_KINDS.map((kind) => valueAt(held, { lane, kind, minute }));
      if (values.every((value) => value === "" || value === 0)) return [];
      const at = new Date((hour * MINUTES_PER_ROW + minute) * MINUTE_MS).toISOString();
      return [[at, lane, ...values]];
    }),
  );
}

/** The parts of an hour add up. A sample that nobody took is empty, a count that is missing is 0. */
function valueAt(
  held: readonly HeldHour[],
  asked: { readonly lane: number; readonly kind: string; readonly minute: number },
): number | "" {
  const values = held
    .filter(({ lane, kind }) => lane === asked.lane && kind === asked.kind)
    .map(({ counts }) => counts[asked.minute] ?? -1)
    .filter((value) => value >= 0);
  const isSampled = isFigureKind(asked.kind) && isSample(asked.kind);
  if (values.length === 0) return isSampled ? "" : 0;
  return values.reduce((sum, value) => sum + value, 0);
}
