import { formatNumber, plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Chip } from "@/components/ui/chip";
import type { ListedAddressList } from "@/lib/services/sites/address-list/address-list-view";

/** How many entries a list has, and since when. */
export function ListCount({ list }: { list: ListedAddressList }) {
  const { entries, ranges, skipped, loadedAt } = list;
  if (loadedAt === null) return <span className="text-muted">not loaded yet</span>;
  return (
    <span className="flex flex-col">
      <span className="whitespace-nowrap tabular-nums">{plural(entries, "entry", "entries")}</span>
      <span className="text-xs text-muted">
        {plural(ranges, "range")}
        {skipped === 0 ? null : `, ${formatNumber(skipped)} lines skipped`}
      </span>
    </span>
  );
}

/** Whether a list is as its feed says, and why not. */
export function ListState({ list }: { list: ListedAddressList }) {
  const { kind, lastError, loadedAt, askedAt } = list;
  if (kind === "typed") {
    return (
      <Chip size="sm" variant="soft">
        Manual
      </Chip>
    );
  }
  if (lastError === null) {
    return (
      <Chip size="sm" variant="soft" color={loadedAt === null ? "default" : "success"}>
        {loadedAt === null ? "Loading" : "Loaded"}
      </Chip>
    );
  }
  return (
    <span className="flex max-w-64 flex-col items-start gap-1">
      <Chip size="sm" variant="soft" color="danger">
        {loadedAt === null ? "Failed" : "Failed, using last good list"}
      </Chip>
      <span className="text-xs break-words text-danger">{lastError}</span>
      {askedAt === null ? null : (
        <span className="text-xs text-muted">
          Queued <Moment at={askedAt} />
        </span>
      )}
    </span>
  );
}
