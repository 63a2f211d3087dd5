type Fields = Readonly<Record<string, unknown>>;

type Line = { readonly name: string; readonly from?: unknown; readonly to: unknown };

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** True when an entry says more than its sentence. */
export function hasDetails(details: unknown): boolean {
  return isFields(details) && Object.keys(details).length > 0;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What changed, field by field, however the verb wrote it: from and to, before and after, or only what is so now. */
function linesOf(details: unknown): readonly Line[] {
  if (!isFields(details)) return [];
  const { before, after, from, to, ...rest } = details;
  const lines = Object.entries(rest).map(([name, value]) =>
    isFields(value) && "from" in value && "to" in value
      ? { name, from: value["from"], to: value["to"] }
      : { name, to: value },
  );
  if (from !== undefined || to !== undefined) lines.unshift({ name: "value", from, to });
  if (!isFields(before) || !isFields(after)) return lines;
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isSame(before[name], after[name]),
  );
  return [...lines, ...changed.map((name) => ({ name, from: before[name], to: after[name] }))];
}

function inWords(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === "") {
    return <span className="text-muted">none</span>;
  }
  if (typeof value === "boolean") return <>{value ? "yes" : "no"}</>;
  if (typeof value === "string" || typeof value === "number") return <>{String(value)}</>;
  return <code className="font-mono text-xs break-all">{JSON.stringify(value)}</code>;
}

/** What an entry says besides its sentence. */
export function AuditDetails({ details }: { details: unknown }) {
  return (
    <dl className="grid gap-x-4 gap-y-1.5 text-xs sm:grid-cols-[minmax(0,10rem)_minmax(0,1fr)]">
      {linesOf(details).map((line) => (
        <div key={line.name} className="contents">
          <dt className="text-muted first-letter:uppercase">{inWords(line.name)}</dt>
          <dd className="min-w-0 break-words">
            {"from" in line ? (
              <>
                <span className="sr-only">before: </span>
                <del className="text-muted">
                  <Value value={line.from} />
                </del>
                <span aria-hidden className="mx-1.5 text-muted">
                  →
                </span>
                <span className="sr-only">, after: </span>
              </>
            ) : null}
            <Value value={line.to} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
