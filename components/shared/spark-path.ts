export const WIDTH = 96;
export const HEIGHT = 24;
const EDGE = 1.5;

/** The path of a sparkline: a new stroke after each gap, and a dot for a value that stands alone. */
export function sparkPath(values: readonly (number | null)[]): string {
  const most = Math.max(1, ...values.filter((value) => value !== null));
  const step = values.length > 1 ? WIDTH / (values.length - 1) : 0;
  let path = "";
  values.forEach((value, index) => {
    if (value === null) return;
    const x = round(index * step);
    const y = round(HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE));
    const goesOn = (values[index - 1] ?? null) !== null;
    const isAlone = !goesOn && (values[index + 1] ?? null) === null;
    path += `${goesOn ? "L" : "M"}${x} ${y}${isAlone ? "h0" : ""}`;
  });
  return path;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
