import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { Moment } from "@/components/shared/moment";
import { orOffline } from "@/components/shared/or-offline";
import { Panel } from "@/components/shared/panel";
import { useRepeatAfterProof } from "@/components/shared/use-reauthenticate";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { EventDraftView } from "@/lib/services/event/draft/draft-view";
import type { EventView } from "@/lib/services/event/settings/event-view";
import { ConflictChoices } from "./conflict-choices";
import type { Choice } from "./section-values";
import type { SettingsActions } from "./settings-actions";

type DraftPanelProps = {
  event: EventView;
  draft: EventDraftView;
  canWrite: boolean;
  actions: Pick<SettingsActions, "publish" | "discard">;
};

/** What a draft would change, old beside new; published in one act, or discarded in one. */
export function DraftPanel({ event, draft, canWrite, actions }: DraftPanelProps) {
  const { message, isPending, publish, discard } = useDraftActs({ event, draft, actions });
  const { conflicts, differences } = draft;
  return (
    <Panel
      title="Draft"
      description={
        <>
          {draft.savedBy} saved this on <Moment at={draft.savedAt} />. Nothing in it is live.
        </>
      }
      actions={
        canWrite ? (
          <>
            <Button size="sm" variant="tertiary" isPending={isPending} onClick={discard}>
              Discard draft
            </Button>
            {conflicts.length > 0 ? null : (
              <Button size="sm" isPending={isPending} onClick={() => publish({})}>
                Publish {differences.length === 1 ? "1 change" : `${differences.length} changes`}
              </Button>
            )}
          </>
        ) : null
      }
    >
      <div className="flex flex-col gap-3">
        <Differences draft={draft} />
        {draft.effects.map((effect) => (
          <p key={effect} className="text-sm">
            {effect}
          </p>
        ))}
        {conflicts.length === 0 || !canWrite ? null : (
          <>
            <p className="text-sm">
              Someone changed the same settings after this draft was saved. Choose what to publish.
            </p>
            <ConflictChoices
              conflicts={conflicts}
              confirm="Publish selected"
              isPending={isPending}
              onChoose={publish}
            />
          </>
        )}
        <FormMessage message={message} />
      </div>
    </Panel>
  );
}

function Differences({ draft }: { draft: EventDraftView }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Draft changes</caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 pr-4 font-medium">
              Setting
            </th>
            <th scope="col" className="py-1 pr-4 font-medium">
              Live{" "}
            </th>
            <th scope="col" className="py-1 font-medium">
              Draft
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-separator">
          {draft.differences.map((difference) => (
            <DifferenceRow key={difference.field} difference={difference} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const ABSENT = { changed: "none", added: "none", removed: "none" } as const;

function DifferenceRow({ difference }: { difference: EventDraftView["differences"][number] }) {
  const { label, kind, from, to } = difference;
  return (
    <tr>
      <th scope="row" className="py-1.5 pr-4 align-top font-normal break-words">
        {label}
      </th>
      <td className="max-w-64 py-1.5 pr-4 align-top break-words text-muted">
        {from === null ? ABSENT[kind] : <del>{from}</del>}
      </td>
      <td className="max-w-64 py-1.5 align-top break-words">
        {to === null ? (
          <span className="text-muted">{kind === "removed" ? "removed" : "none"}</span>
        ) : (
          <span className="font-medium">{kind === "added" ? `added: ${to}` : to}</span>
        )}
      </td>
    </tr>
  );
}

function useDraftActs({ event, draft, actions }: Omit<DraftPanelProps, "canWrite">) {
  const router = useRouter();
  const repeatAfterProof = useRepeatAfterProof();
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const key = { eventId: event.eventId, section: draft.section, revision: draft.revision };
  const publish = (choices: Record<string, Choice>) =>
    startTransition(async () => {
      const { settingsVersion } = event;
      const result = await orOffline(
        repeatAfterProof(() =>
          actions.publish({ ...key, settingsVersion, choices, confirmed: [...draft.effects] }),
        ),
      );
      if (result.ok && result.data.status === "saved") toast.success("Draft published");
      setMessage(result.ok ? null : result.error.message);
      router.refresh();
    });
  const discard = () =>
    startTransition(async () => {
      const result = await orOffline(actions.discard(key));
      if (result.ok) toast.info("Draft discarded");
      setMessage(result.ok ? null : result.error.message);
      router.refresh();
    });
  return { message, isPending, publish, discard };
}
