"use client";

import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  type LucideIcon,
  RefreshCw,
  TriangleAlert,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { ButtonLink } from "@/components/shared/button-link";
import { DocsLink } from "@/components/shared/docs-link";
import { plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import type { ReadinessCheck, ReadinessState } from "@/lib/services/sites/readiness/checks";

type Look = { readonly icon: LucideIcon; readonly word: string; readonly className: string };

const LOOKS: Readonly<Record<ReadinessState, Look>> = {
  fine: { icon: CircleCheck, word: "Ready", className: "text-success" },
  look: { icon: TriangleAlert, word: "Needs attention", className: "text-warning-soft-foreground" },
  wrong: { icon: CircleAlert, word: "Not ready", className: "text-danger" },
  unknown: { icon: CircleHelp, word: "Unknown", className: "text-muted" },
};

type ReadinessListProps = { checks: readonly ReadinessCheck[]; lookedAt: string };

/** Each thing that a sale depends on: how it stands, why, and what to do. */
export function ReadinessList({ checks, lookedAt }: ReadinessListProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  return (
    <Panel
      title={verdict(checks)}
      description={
        <>
          Checked <Moment at={lookedAt} seconds />.{" "}
          <DocsLink page="readiness">About these checks</DocsLink>
        </>
      }
      actions={
        <Button
          size="sm"
          variant="secondary"
          isPending={isPending}
          onClick={() => startTransition(() => router.refresh())}
        >
          <RefreshCw aria-hidden className={isPending ? "motion-safe:animate-spin" : ""} />
          Check again
        </Button>
      }
      flush
    >
      <ul aria-label="Readiness" className="divide-y divide-separator">
        {checks.map((check) => (
          <ReadinessRow key={check.id} check={check} />
        ))}
      </ul>
    </Panel>
  );
}

function ReadinessRow({ check }: { check: ReadinessCheck }) {
  const { icon: Icon, word, className } = LOOKS[check.state];
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", className)} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm font-medium">
          {check.title}
          <span className={cn("ml-2 text-xs font-normal", className)}>{word}</span>
        </p>
        <p className="mt-0.5 text-sm break-words text-muted">{check.why}</p>
      </div>
      {check.todo === null ? null : (
        <ButtonLink href={check.todo.href} variant="secondary">
          {check.todo.label}
        </ButtonLink>
      )}
    </li>
  );
}

function verdict(checks: readonly ReadinessCheck[]): string {
  const wrong = checks.filter(({ state }) => state === "wrong").length;
  if (wrong > 0) return wrong === 1 ? "1 check failed" : `${wrong} checks failed`;
  const look = checks.filter(({ state }) => state !== "fine").length;
  return look === 0 ? "Ready" : `Ready, ${plural(look, "warning")}`;
}
