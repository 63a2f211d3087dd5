"use client";

import { Chip } from "@heroui/react";
import { useState } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Lane } from "@/lib/domain/lane/lane";
import type { Action } from "@/lib/http/action-result";
import type { AccessCodeView } from "@/lib/services/access-code/find";
import type { FindAccessCodeInput } from "@/lib/services/access-code/schemas";
import { UsesBar } from "./uses-bar";

type CodeFinderProps = {
  eventId: string;
  lanes: readonly Lane[];
  find: Action<FindAccessCodeInput, AccessCodeView>;
};

/** Says what became of one code, such as when its holder calls. */
export function CodeFinder({ eventId, lanes, find }: CodeFinderProps) {
  const [found, setFound] = useState<AccessCodeView | null>(null);
  const { form, control, message, isPending, onSubmit } = useActionForm<
    { code: string },
    AccessCodeView
  >({
    defaultValues: { code: "" },
    submit: async ({ code }) => {
      setFound(null);
      return find({ eventId, code });
    },
    onDone: setFound,
  });
  return (
    <Panel
      title="Look up a code"
      description="Type a code that somebody holds, to see what became of it. A list of codes cannot be shown, as only hashes are kept."
    >
      <form
        onSubmit={onSubmit}
        className="flex flex-col gap-3"
        noValidate
        aria-label="Look up a code"
      >
        <FormMessage message={form.formState.errors.code === undefined ? message : null} />
        <div className="flex max-w-md items-start gap-2">
          <TextField
            control={control}
            name="code"
            label="Access code"
            placeholder="ABCD-EFGH-JKM"
            mono
          />
          <div className="mt-6">
            <SubmitButton isPending={isPending} size="md">
              Look up
            </SubmitButton>
          </div>
        </div>
      </form>
      <div role="status">{found === null ? null : <FoundCode code={found} lanes={lanes} />}</div>
    </Panel>
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
      Can be used
    </Chip>
  ) : (
    <Chip size="sm" variant="soft">
      Used up
    </Chip>
  );
}
