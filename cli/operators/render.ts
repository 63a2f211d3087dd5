import { environment } from "./environment";

export type Row = Readonly<Record<string, unknown>>;

/** Rows below each other, a column for each name. */
export function renderTable(rows: readonly Row[], columns: readonly string[]): readonly string[] {
  const cells = [
    columns.map(heading),
    ...rows.map((row) => columns.map((name) => cell(row[name]))),
  ];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? "").length)));
  return cells.map((row, line) =>
    row
      .map((text, at) => {
        const padded = at === columns.length - 1 ? text : text.padEnd(widths[at] ?? 0);
        return line === 0 ? coloured(padded, "bold") : coloured(padded, COLOURS[text]);
      })
      .join("  ")
      .trimEnd(),
  );
}

/** One thing: a line for each field. */
export function renderRecord(row: Row, columns: readonly string[]): readonly string[] {
  const width = Math.max(...columns.map((name) => heading(name).length));
  return columns.map((name) => {
    const text = cell(row[name]);
    return `${heading(name).padEnd(width)}  ${coloured(text, COLOURS[text])}`.trimEnd();
  });
}

/** The fields that fit into a line. */
export function plainFields(row: Row): readonly string[] {
  return Object.keys(row).filter((name) => typeof row[name] !== "object" || row[name] === null);
}

/** `outflowInForce` is OUTFLOW IN FORCE. */
const heading = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase();

/** What others typed may hold characters that move the cursor. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return "–";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return withoutControls(text);
}

export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, " ");
}

const CODES = { bold: 1, red: 31, green: 32, yellow: 33, dim: 2 } as const;
type Colour = keyof typeof CODES;

const COLOURS: Readonly<Record<string, Colour>> = {
  ...{ open: "green", running: "green", active: "green", paused: "yellow", staged: "yellow" },
  ...{ stopped: "dim", draft: "dim", removed: "red", rejected: "red" },
};

/** Colours are for people: only on a terminal, and only if they have not turned them off. */
export function coloured(text: string, colour: Colour | undefined): string {
  if (colour === undefined || !process.stdout.isTTY || environment.isColourless()) return text;
  return `\u001b[${CODES[colour]}m${text}\u001b[0m`;
}

/** JSON values as YAML. Texts are quoted as in JSON wherever YAML might read something else. */
export function renderYaml(value: unknown, indent = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [`${indent}${scalar(value)}`];
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((one) => ["-", one])
    : Object.entries(value).map(([name, one]) => [`${scalar(name)}:`, one]);
  if (entries.length === 0) return [`${indent}${Array.isArray(value) ? "[]" : "{}"}`];
  return entries.flatMap(([lead, one]) => {
    const lines = renderYaml(one, `${indent}  `);
    const isShort =
      lines.length === 1 && (isScalar(one) || /^\s*(\[\]|\{\})$/.test(lines[0] ?? ""));
    if (isShort || lead === "-")
      return [`${indent}${lead} ${(lines[0] ?? "").trimStart()}`, ...lines.slice(1)];
    return [`${indent}${lead}`, ...lines];
  });
}

const isScalar = (value: unknown) => typeof value !== "object" || value === null;

const PLAIN = /^[A-Za-z_][\w ./-]*(?<! )$/;
const NOT_PLAIN = /^(true|false|null|yes|no|on|off|y|n|inf|nan)$/i;

function scalar(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value ?? null);
  return PLAIN.test(value) && !NOT_PLAIN.test(value) ? value : JSON.stringify(value);
}
