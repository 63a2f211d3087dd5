import { type Bar, beyond, type Judged } from "../shared/bars";
import type { Proved } from "./run-proofs";

export type Occasion = { readonly commit: string; readonly date: string; readonly machine: string };

/** What the page lists of a machine. */
const MACHINE = /^- [A-Z]: (.+)$/gm;

const letterOf = (index: number) => String.fromCharCode("A".charCodeAt(0) + index);

const headFor = (machines: readonly string[]) => `# Proofs

After this page you know what each proof has shown, on which commit and machine. \`npm run prove\` runs all, short ones first, and
writes this page; \`-- --only bench,attack\` runs some. The bars are in \`tools/prove/bars.ts\`. A figure that is a little off is
measured three times: its median may be 5 % beyond.

Machines, A unless a row names another:

${machines.map((machine, index) => `- ${letterOf(index)}: ${machine}`).join("\n")}

| Command | Figures, and their bars | Minutes | Commit, date |
|---|---|---|---|`;

/**
 * The page with a new row in place of that of the same command, in the order of `proofs`. Machines keep
 * their letters.
 */
export function writeProofs(
  page: string,
  proved: Proved,
  { proofs, occasion }: { readonly proofs: readonly string[]; readonly occasion: Occasion },
): string {
  const listed = [...page.matchAll(MACHINE)].map(([, machine = ""]) => machine);
  const machines = [...new Set([...listed, occasion.machine])];
  const known = [...page.matchAll(/^\| `([^`]+)` \|.*/gm)];
  const rows = new Map(known.map(([row, name]) => [name, row]));
  rows.set(proved.proof, rowOf(proved, occasion, machines));
  const inOrder = proofs.map((name) => rows.get(name) ?? `| \`${name}\` | **not run** | | |`);
  return `${[headFor(machines), ...inOrder].join("\n")}\n`;
}

function rowOf(
  { proof, state, judged, runs, seconds }: Proved,
  { commit, date, machine }: Occasion,
  machines: readonly string[],
): string {
  const none = judged.filter(isNone).map(({ path }) => nameOf(path));
  const told = [
    ...(state === "green" ? [] : [`**${state}**`]),
    ...judged.filter((one) => !isNone(one)).map(figureOf),
    ...(none.length === 0 ? [] : [`none of ${none.join(", ")}`]),
  ].join(", ");
  const often = runs > 1 ? ` (${runs} runs)` : "";
  const index = machines.indexOf(machine);
  const where = index === 0 ? "" : `, ${letterOf(index)}`;
  const minutes = (seconds / 60).toFixed(1);
  return `| \`${proof}\` | ${told} | ${minutes}${often} | \`${commit}\`, ${date}${where} |`;
}

/** What may not happen, and has not. */
const isNone = ({ bar, figure }: Judged) => bar.atMost === 0 && figure === 0;

/** A star would begin what is emphasised. */
const nameOf = (path: string) => path.replaceAll("*", "\\*");

function figureOf({ path, bar, figure }: Judged): string {
  // Three digits that count; whole numbers as they are.
  const isExact = typeof figure !== "number" || Number.isInteger(figure);
  const told = isExact ? `${figure ?? "none"}` : `${Number(figure.toPrecision(3))}`;
  const isMissed = !(beyond(figure, bar) <= 0);
  return `${nameOf(path)} ${isMissed ? `**${told}**` : told} (${signsOf(bar)})`;
}

function signsOf({ atLeast, atMost, is }: Bar): string {
  const signs = Object.entries({ "=": is, "≥": atLeast, "≤": atMost });
  const said = signs.filter(([, bound]) => bound !== undefined);
  return said.map((sign) => sign.join("")).join(", ");
}
