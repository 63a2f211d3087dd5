import { plural } from "@/components/shared/format";
import { LookupPanel } from "@/components/shared/lookup-panel";
import { Moment } from "@/components/shared/moment";
import { useNow } from "@/components/shared/use-now";
import { Chip } from "@/components/ui/chip";
import type { Lane } from "@/lib/domain/lane/lane";
import type { Action } from "@/lib/http/action-result";
import type { AccessCodeView } from "@/lib/services/event/access-code/find";
import type { FindAccessCodeInput } from "@/lib/services/event/access-code/schemas";
import { UsesBar } from "./uses-bar";
import { Validity, validityAt } from "./validity";

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
        {stateChip(code, useNow() ?? 0)}
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
        {code.validFrom === null && code.validUntil === null ? null : (
          <>
            {" · "}
            <Validity {...code} />
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

function stateChip(code: AccessCodeView, nowMs: number) {
  if (code.revokedAt !== null)
    return (
      <Chip size="sm" color="danger" variant="soft">
        Revoked
      </Chip>
    );
  const state = code.uses > code.used ? validityAt(code, nowMs) : "used";
  return (
    <Chip size="sm" variant="soft" {...(state === "valid" ? { color: "success" } : {})}>
      {STATES[state]}
    </Chip>
  );
}

const STATES = {
  valid: "Valid",
  used: "Used up",
  early: "Not yet valid",
  expired: "Expired",
} as const;
