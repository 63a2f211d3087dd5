import { plural } from "@/components/shared/format";
import { LookupPanel } from "@/components/shared/lookup-panel";
import { Moment } from "@/components/shared/moment";
import { Chip } from "@/components/ui/chip";
import type { Lane } from "@/lib/domain/lane/lane";
import type { Action } from "@/lib/http/action-result";
import type { AccessCodeView } from "@/lib/services/event/access-code/find";
import type { FindAccessCodeInput } from "@/lib/services/event/access-code/schemas";
import { UsesBar } from "./uses-bar";

type CodeFinderProps = {
  eventId: string;
  lanes: readonly Lane[];
  find: Action<FindAccessCodeInput, AccessCodeView>;
};

/** Says what became of one code, such as when its holder calls. */
export function CodeFinder({ eventId, lanes, find }: CodeFinderProps) {
  return (
    <LookupPanel
      title="Look up a code"
      description="Enter a code to see whether it was used. Codes can't be listed because only hashes are stored."
      label="Access code"
      placeholder="ABCD-EFGH-JKM"
      button="Look up"
      find={({ code }) => find({ eventId, code })}
      show={(code) => <FoundCode code={code} lanes={lanes} />}
    />
  );
}

function FoundCode({ code, lanes }: { code: AccessCodeView; lanes: readonly Lane[] }) {
  const { batch, lane, uses, used, refused, lastUsedAt, revokedAt } = code;
  const left = uses - used;
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-separator pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{batch}</span>
        {lane === null ? null : (
          <Chip size="sm" variant="soft">
            {lanes.find(({ key }) => key === lane)?.name ?? lane}
          </Chip>
        )}
        {stateChip(left, revokedAt !== null)}
      </div>
      <UsesBar used={used} left={revokedAt === null ? left : 0} />
      <p className="text-xs text-muted">
        {lastUsedAt === null ? (
          "Never used"
        ) : (
          <>
            Last used <Moment at={lastUsedAt} />
          </>
        )}
        {refused === 0 ? "" : ` · refused ${plural(refused, "time")}`}
        {revokedAt === null ? null : (
          <>
            {" · revoked "}
            <Moment at={revokedAt} />
          </>
        )}
      </p>
    </div>
  );
}

function stateChip(left: number, isRevoked: boolean) {
  if (isRevoked)
    return (
      <Chip size="sm" color="danger" variant="soft">
        Revoked
      </Chip>
    );
  return left > 0 ? (
    <Chip size="sm" color="success" variant="soft">
      Valid
    </Chip>
  ) : (
    <Chip size="sm" variant="soft">
      Used up
    </Chip>
  );
}
