import type { Waited } from "./scenarios/cloudflare";

const CELL = 12;
const LEFT = 46;
const TOP = 34;
const BOTTOM = 40;
/** From few visitors to many. */
const COLOURS = ["#dbeafe", "#93c5fd", "#3b82f6", "#1d4ed8", "#172554"];

/** An SVG picture of how many waited how long, by arrival minute (across) and wait minute (up). */
export function drawHeatMap(title: string, waited: readonly Waited[]): string {
  const counts = new Map<string, number>();
  let [minutes, waits] = [0, 0];
  for (const { arrivalMinute, waitMs } of waited) {
    const waitMinute = Math.floor(waitMs / 60_000);
    const cell = `${arrivalMinute}:${waitMinute}`;
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
    minutes = Math.max(minutes, arrivalMinute + 1);
    waits = Math.max(waits, waitMinute + 1);
  }
  const most = Math.max(...counts.values());
  const cells = COLOURS.map((colour, level) => {
    const path = [...counts]
      .filter(([, count]) => levelOf(count, most) === level)
      .map(([cell]) => squareAt(cell, waits))
      .join("");
    return path === "" ? "" : `<path fill="${colour}" d="${path}"/>`;
  });
  const [width, height] = [LEFT + minutes * CELL + 10, TOP + waits * CELL + BOTTOM];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" fill="#334155">
<title>${title}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="${LEFT}" y="20" font-size="13">${title}</text>
${cells.join("\n")}
${axes(minutes, waits)}
</svg>
`;
}

function levelOf(count: number, most: number): number {
  return Math.min(COLOURS.length - 1, Math.floor((count / most) * COLOURS.length));
}

function squareAt(cell: string, waits: number): string {
  const [minute = 0, wait = 0] = cell.split(":").map(Number);
  return `M${LEFT + minute * CELL} ${TOP + (waits - 1 - wait) * CELL}h${CELL}v${CELL}h-${CELL}z`;
}

function axes(minutes: number, waits: number): string {
  const bottom = TOP + waits * CELL;
  const across = fives(minutes).map(
    (minute) => `<text x="${LEFT + minute * CELL}" y="${bottom + 14}">${minute}</text>`,
  );
  const up = fives(waits).map(
    (wait) =>
      `<text x="${LEFT - 6}" y="${TOP + (waits - wait) * CELL}" text-anchor="end">${wait}</text>`,
  );
  const middle = TOP + (waits * CELL) / 2;
  return [
    ...across,
    ...up,
    `<text x="${LEFT}" y="${bottom + 30}">minute of arrival</text>`,
    `<text x="14" y="${middle}" transform="rotate(-90 14 ${middle})" text-anchor="middle">minutes waited</text>`,
  ].join("\n");
}

function fives(below: number): number[] {
  return Array.from({ length: Math.ceil(below / 5) }, (_, index) => 5 * index);
}
