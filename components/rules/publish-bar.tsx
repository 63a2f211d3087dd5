"use client";

import { CircleCheck, Rocket, Undo2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { Moment } from "@/components/shared/moment";
import { Notice } from "@/components/shared/notice";
import { orOffline } from "@/components/shared/or-offline";
import { RoleNote } from "@/components/shared/role-note";
import { sayIfApprovalRequired } from "@/components/shared/say-if-asked";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { Action } from "@/lib/http/action-result";
import type { UnpublishedChanges } from "@/lib/services/sites/publication/get-changes";
import type { PublicationView } from "@/lib/services/sites/publication/publication-view";
import type { PublicationInput, PublishInput } from "@/lib/services/sites/publication/schemas";
import { DifferenceList } from "./difference-list";
import { changeWords } from "./difference-words";
import { useSavingOrder } from "./saving-order";

type PublishBarProps = {
  changes: UnpublishedChanges;
  canPublish: boolean;
  canWrite: boolean;
  /** How far the published version has come; null while nobody can tell. */
  rollout: string | null;
  publish: Action<PublishInput, PublicationView>;
  discard: Action<PublicationInput, unknown>;
};

/** Says how far connectors are behind, shows what would change for them, and publishes just that. */
export function PublishBar(props: PublishBarProps) {
  const { changes, canPublish } = props;
  const { hasChanges, problem, differences } = changes;
  return (
    <section
      aria-label="Publishing"
      className="mb-4 overflow-hidden rounded-3xl bg-surface shadow-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <div className="min-w-0 max-sm:w-full">
          <p className="flex items-center gap-2 text-sm font-medium">
            {hasChanges ? null : <CircleCheck aria-hidden className="size-4 text-success" />}
            {headline(changes)}
          </p>
          <PublishedLine changes={changes} rollout={props.rollout} />
        </div>
        {hasChanges ? <PublishButtons {...props} /> : null}
      </div>
      {hasChanges && !canPublish ? (
        <RoleNote permission="publication:write" act="publish rules" className="px-4 pb-3" />
      ) : null}
      {problem === null ? null : (
        <Notice tone="warning" className="mx-4 mb-4">
          {problem} Fix this to publish. Connectors keep using the current version.
        </Notice>
      )}
      {differences.length === 0 ? null : (
        <details
          open={changes.publishedVersion !== null && differences.length <= 3}
          className="border-t border-separator"
        >
          <summary className="cursor-pointer px-4 py-2.5 text-xs font-medium text-muted outline-none focus-visible:focus-ring">
            Changes for connectors
          </summary>
          <DifferenceList differences={differences} />
        </details>
      )}
    </section>
  );
}

function PublishedLine({ changes, rollout }: Pick<PublishBarProps, "changes" | "rollout">) {
  const { publishedVersion, publishedAt, publishedBy } = changes;
  if (publishedVersion === null || publishedAt === null) {
    return (
      <p className="mt-0.5 text-xs text-muted">
        Connectors get no rules until you publish a version. {rollout}
      </p>
    );
  }
  return (
    <p className="mt-0.5 text-xs text-muted">
      <Link href={`/rules/versions/${publishedVersion}`} className="link-text">
        Version {publishedVersion}
      </Link>{" "}
      is live, published by {publishedBy}, <Moment at={publishedAt} />. {rollout}
    </p>
  );
}

function PublishButtons(props: PublishBarProps) {
  const { changes, canPublish, canWrite, publish, discard } = props;
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const { isSaving } = useSavingOrder();
  const published = changes.publishedVersion;
  const run = () =>
    startTransition(async () => {
      const result = await orOffline(publish({ seen: changes.seen }));
      if (result.ok) toast.success(`Version ${result.data.version} is published`);
      else if (!sayIfApprovalRequired(result)) toast.danger(result.error.message);
      router.refresh();
    });
  return (
    <div className="flex flex-wrap gap-2">
      {canWrite && published !== null ? (
        <ConfirmButton
          trigger={
            <>
              <Undo2 aria-hidden />
              Discard
            </>
          }
          triggerVariant="ghost"
          isDisabled={isSaving}
          title="Discard unpublished changes?"
          confirm="Discard changes"
          run={() => discard({ version: published })}
        >
          Resets the rules to version {published}. The discarded rules stay in the audit log.
          Connectors are not affected.
        </ConfirmButton>
      ) : null}
      {canPublish ? (
        <Button
          size="sm"
          isPending={isPending}
          isDisabled={changes.problem !== null || isSaving}
          onClick={run}
        >
          <Rocket aria-hidden />
          Publish version {(published ?? 0) + 1}
        </Button>
      ) : null}
    </div>
  );
}

function headline({ problem, hasChanges, differences, publishedVersion }: UnpublishedChanges) {
  if (problem !== null) return "Rules can't be published";
  if (hasChanges) return changeWords(differences);
  return publishedVersion === null ? "Nothing to publish yet" : "All changes published";
}
