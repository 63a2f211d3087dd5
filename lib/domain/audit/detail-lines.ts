/** One thing that an audit entry says besides its sentence, in words. */
export type DetailLine = {
  readonly label: string;
  /** What was before; left out where the entry only says what is so now. Null: nothing. */
  readonly from?: string | null;
  readonly to: string | null;
};

type Fields = Readonly<Record<string, unknown>>;
type Leaf = readonly [label: string, text: string | null];

/** True when an entry says more than its sentence. */
export function hasDetails(details: unknown): boolean {
  return isFields(details) && Object.keys(details).length > 0;
}

/**
 * What an entry holds, line by line, however the verb wrote it: a list of changes, from and to, before and after, or only
 * what is so now. What is nested has a line for each of its parts: nobody has to read JSON.
 */
export function detailLines(details: unknown): readonly DetailLine[] {
  if (!isFields(details)) return [];
  const { before, after, from, to, changes, ...rest } = details;
  const value = from === undefined && to === undefined ? [] : changed("value", from, to);
  return [
    ...value,
    ...changesOf(changes),
    ...Object.entries(rest).flatMap(([name, one]) =>
      isFields(one) && "from" in one && "to" in one
        ? changed(inWords(name), one["from"], one["to"])
        : leaves(inWords(name), one).map(([label, text]) => ({ label, to: text })),
    ),
    ...(before === undefined && after === undefined ? [] : changed("", before, after)),
  ];
}

function changesOf(changes: unknown): readonly DetailLine[] {
  if (changes === undefined) return [];
  if (!Array.isArray(changes))
    return leaves("changes", changes).map(([label, to]) => ({ label, to }));
  return changes.flatMap((one: unknown) =>
    isFields(one) && typeof one["label"] === "string"
      ? changed(one["label"], one["from"], one["to"])
      : leaves("change", one).map(([label, text]) => ({ label, to: text })),
  );
}

/** The parts in which both differ. */
function changed(label: string, before: unknown, after: unknown): readonly DetailLine[] {
  const [old, now] = [new Map(leaves(label, before)), new Map(leaves(label, after))];
  const labels = [...new Set([...old.keys(), ...now.keys()])];
  return labels
    .map((name) => ({ label: name, from: old.get(name) ?? null, to: now.get(name) ?? null }))
    .filter(({ from, to }) => from !== to);
}

/** A value as lines, each with the way to it: `triggers 1, parts 2, operator`. */
function leaves(label: string, given: unknown): readonly Leaf[] {
  const value = parsed(given);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    if (items.every((item) => !isNested(item))) {
      return [[label, items.length === 0 ? null : items.map(scalar).join(", ")]];
    }
    return items.flatMap((item, at) => leaves(`${label} ${at + 1}`.trim(), item));
  }
  if (!isFields(value)) return [[label, scalar(value)]];
  const parts = Object.entries(value);
  if (parts.length === 0) return [[label, null]];
  return parts.flatMap(([name, part]) =>
    leaves(label === "" ? inWords(name) : `${label}, ${inWords(name)}`, part),
  );
}

/** Entries of earlier versions have structures as text. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function scalar(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** `settings version`, of `settingsVersion`; what is written for people stays. */
function inWords(name: string): string {
  return /^[a-z][A-Za-z0-9]*$/.test(name)
    ? name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase()
    : name;
}

function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
