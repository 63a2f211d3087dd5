import { detailLines } from "@/lib/domain/audit/detail-lines";

function Value({ value }: { value: string | null }) {
  return value === null ? <span className="text-muted">none</span> : value;
}

/** What an entry says besides its sentence. */
export function AuditDetails({ details }: { details: unknown }) {
  return (
    <dl className="grid gap-x-4 gap-y-1.5 text-xs sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
      {detailLines(details).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry never changes, and two lines may have one label
        <div key={at} className="contents">
          <dt className="min-w-0 break-words text-muted first-letter:uppercase">{line.label}</dt>
          <dd className="min-w-0 break-words">
            {line.from === undefined ? null : (
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
            )}
            <Value value={line.to} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
