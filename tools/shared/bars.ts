export type Figures = Readonly<Record<string, unknown>>;

/** What a figure has to be: all that is said. */
export type Bar = {
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly is?: number | boolean;
};

/** By the paths of figures: `name`, `group.name`, or `group.*.name` for each member of a group. */
export type Bars = Readonly<Record<string, Bar>>;

type Figure = number | boolean | undefined;

/** A bar, and of the figures at its path the one that is furthest from it; undefined when nothing was measured. */
export type Judged = {
  readonly path: string;
  readonly bar: Bar;
  readonly figure: Figure;
  readonly isMet: boolean;
};

export const atLeast = (bound: number): Bar => ({ atLeast: bound });
export const atMost = (bound: number): Bar => ({ atMost: bound });
export const is = (wanted: number | boolean): Bar => ({ is: wanted });

/** The figures at a path; those that are no numbers and not true or false are left out. */
function figuresAt(figures: unknown, path: string): Exclude<Figure, undefined>[] {
  if (typeof figures !== "object" || figures === null) return [];
  // A name may have dots of its own.
  const own = Object.entries(figures).find(([name]) => name === path)?.[1];
  if (typeof own === "number" || typeof own === "boolean") return [own];
  const dot = path.indexOf(".");
  if (dot < 0) return [];
  const [group, rest] = [path.slice(0, dot), path.slice(dot + 1)];
  return Object.entries(figures)
    .filter(([name]) => group === "*" || name === group)
    .flatMap(([, member]) => figuresAt(member, rest));
}

/** How far a figure is beyond a bar, as a share of the bar; 0 and less where it is met. */
export function beyond(figure: Figure, { atLeast, atMost, is }: Bar): number {
  if (is !== undefined) return figure === is ? 0 : Number.POSITIVE_INFINITY;
  const value = typeof figure === "number" ? figure : Number.NaN;
  const over = atMost === undefined ? -Infinity : shareBeyond(value - atMost, atMost);
  const under = atLeast === undefined ? -Infinity : shareBeyond(atLeast - value, atLeast);
  return Math.max(over, under);
}

function shareBeyond(distance: number, bound: number): number {
  if (distance === 0) return 0;
  // Nothing is a share of nothing; and what was not measured meets no bar.
  if (bound === 0) return distance < 0 ? -1 : Number.POSITIVE_INFINITY;
  return Number.isNaN(distance) ? Number.POSITIVE_INFINITY : distance / bound;
}

/** Each bar, and whether all figures at its path meet it. What was not measured meets none. */
export function judge(figures: Figures, bars: Bars): Judged[] {
  return Object.entries(bars).map(([path, bar]) => {
    const found = figuresAt(figures, path);
    const figure = found.toSorted((one, other) =>
      beyond(one, bar) < beyond(other, bar) ? 1 : -1,
    )[0];
    return { path, bar, figure, isMet: beyond(figure, bar) <= 0 };
  });
}

export function wordsOf({ atLeast, atMost, is }: Bar): string {
  if (is !== undefined) return String(is);
  const bounds = { "at least": atLeast, "at most": atMost };
  const said = Object.entries(bounds).filter(([, bound]) => bound !== undefined);
  return said.map((words) => words.join(" ")).join(", ");
}

/** Says all figures and how each bar was met; answers the exit status. */
export function tellFigures(figures: Figures, bars: Bars, isJson: boolean): number {
  for (const [name, value] of Object.entries(figures))
    console.log(`${name.padEnd(24)} ${typeof value === "object" ? JSON.stringify(value) : value}`);
  const judged = judge(figures, bars);
  for (const { path, bar, figure, isMet } of judged)
    console.log(`${isMet ? "met   " : "MISSED"} ${path}: ${wordsOf(bar)}; it is ${figure}`);
  if (isJson) console.log(JSON.stringify(figures));
  return judged.every(({ isMet }) => isMet) ? 0 : 1;
}
