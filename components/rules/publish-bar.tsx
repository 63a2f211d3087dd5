"use client";

import { Button, toast } from "@heroui/react";
import { CircleCheck, Rocket } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { plural } from "@/components/shared/format";
import { orOffline } from "@/components/shared/or-offline";
import type { ActionResult } from "@/lib/http/action-result";
import type { UnpublishedChanges } from "@/lib/services/publication/get-changes";
import type { PublicationView } from "@/lib/services/publication/publication-view";

type PublishBarProps = {
  changes: UnpublishedChanges;
  canPublish: boolean;
  publish: () => Promise<ActionResult<PublicationView>>;
};

/** Says how far connectors are behind, and publishes. */
export function PublishBar({ changes, canPublish, publish }: PublishBarProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const next = (changes.publishedVersion ?? 0) + 1;
  const run = () =>
    startTransition(async () => {
      const result = await orOffline(publish());
      if (result.ok) toast.success(`Version ${result.data.version} is published`);
      else toast.danger(result.error.message);
      router.refresh();
    });
  return (
    <section
      aria-label="Publishing"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-3xl bg-surface px-4 py-3 shadow-surface"
    >
      <div className="min-w-0">
        <p className="flex items-center gap-2 text-sm font-medium">
          {changes.hasChanges ? null : <CircleCheck aria-hidden className="size-4 text-success" />}
          {headline(changes)}
        </p>
        <p className="mt-0.5 text-xs text-muted">
          {details(changes)}{" "}
          {changes.publishedVersion === null ? null : (
            <Link href={`/rules/versions/${changes.publishedVersion}`} className="link-text">
              Version {changes.publishedVersion}
            </Link>
          )}
        </p>
      </div>
      {changes.hasChanges ? (
        <Button size="sm" isPending={isPending} isDisabled={!canPublish} onPress={run}>
          <Rocket aria-hidden />
          Publish version {next}
        </Button>
      ) : null}
    </section>
  );
}

function countOf(changes: UnpublishedChanges): number {
  const { added, removed, changed, isReordered } = changes;
  return added.length + removed.length + changed.length + (isReordered ? 1 : 0);
}

function headline(changes: UnpublishedChanges): string {
  if (changes.hasChanges) return plural(countOf(changes), "unpublished change");
  return changes.publishedVersion === null ? "Nothing to publish yet" : "Everything is published";
}

function details(changes: UnpublishedChanges): string {
  const { added, removed, changed, alwaysWaitOn, alwaysWaitOff, isReordered } = changes;
  const parts = [
    added.length > 0 ? `added ${added.join(", ")}` : "",
    changed.length > 0 ? `changed ${changed.join(", ")}` : "",
    alwaysWaitOn.length > 0 ? `always wait on for ${alwaysWaitOn.join(", ")}` : "",
    alwaysWaitOff.length > 0 ? `always wait off for ${alwaysWaitOff.join(", ")}` : "",
    removed.length > 0 ? `removed ${removed.join(", ")}` : "",
    isReordered ? "another order" : "",
  ].filter((part) => part !== "");
  if (parts.length > 0) {
    const text = parts.join(" · ");
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }
  return changes.publishedVersion === null
    ? "Connectors get nothing until a first version is published."
    : "Connectors pull what you see here.";
}
