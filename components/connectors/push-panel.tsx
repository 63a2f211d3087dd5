"use client";

import { useRouter } from "next/navigation";
import { FormMessage } from "@/components/shared/form-message";
import { formatMoment } from "@/components/shared/format";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useAct } from "@/components/shared/use-act";
import { useActionForm } from "@/components/shared/use-action-form";
import { useZone } from "@/components/shared/zone";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { toast } from "@/components/ui/toast";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { PushView } from "@/lib/services/sites/push/push-view";
import type { SetPushUrlInput } from "@/lib/services/sites/push/schemas";

type PushPanelProps = {
  push: PushView | null;
  canWrite: boolean;
  set: Action<SetPushUrlInput, unknown>;
  retry: () => Promise<ActionResult<unknown>>;
};

const STATES = {
  idle: { color: "default", label: "Nothing published yet" },
  waiting: { color: "warning", label: "Pending" },
  delivered: { color: "success", label: "Delivered" },
  failed: { color: "danger", label: "Failed" },
} as const;

/** Where the rules are sent when they are published, and how that went. */
export function PushPanel({ push, canWrite, set, retry }: PushPanelProps) {
  const look = push === null ? null : STATES[push.state];
  return (
    <Panel
      title="Push"
      description="Sends published rules to a URL with a signed PUT request, for edge connectors that can't pull."
      actions={
        <>
          {look === null ? null : (
            <Chip size="sm" variant="soft" color={look.color} className="self-center">
              {look.label}
            </Chip>
          )}
          {push === null || push.version === null || !canWrite ? null : <PushAgain retry={retry} />}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {push === null ? null : <Outcome push={push} />}
        {canWrite ? (
          <PushForm url={push?.url ?? ""} set={set} />
        ) : (
          <p className="text-sm break-all text-muted">{push?.url ?? "No URL set."}</p>
        )}
      </div>
    </Panel>
  );
}

function Outcome({ push }: { push: PushView }) {
  const zone = useZone();
  const { state, problem, attempts, nextAttemptAt, deliveredVersion, deliveredAt } = push;
  const delivered =
    deliveredAt === null
      ? "Nothing delivered yet."
      : `Version ${deliveredVersion} delivered on ${formatMoment(deliveredAt, zone)}.`;
  if (problem === null) return <p className="text-sm text-muted">{delivered}</p>;
  const next =
    nextAttemptAt === null
      ? "No more retries until you push again or publish."
      : `Next attempt: ${formatMoment(nextAttemptAt, zone)}.`;
  return (
    <Notice tone={state === "failed" ? "danger" : "warning"} role="status">
      {problem} Attempt {attempts} of 6. {next} {delivered}
    </Notice>
  );
}

function PushAgain({ retry }: Pick<PushPanelProps, "retry">) {
  const router = useRouter();
  const { isPending, act } = useAct();
  const push = () => act(retry, router.refresh, toast.danger);
  return (
    <Button size="sm" variant="outline" isPending={isPending} onClick={push}>
      Push again
    </Button>
  );
}

function PushForm({ url, set }: { url: string; set: PushPanelProps["set"] }) {
  const router = useRouter();
  const { control, message, isPending, onSubmit } = useActionForm<SetPushUrlInput, unknown>({
    defaultValues: { url },
    submit: set,
    onDone: () => router.refresh(),
  });
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-3">
      <FormMessage message={message} />
      <TextField
        control={control}
        name="url"
        label="URL"
        placeholder="https://shop.example/?__push_queueit_config"
        description="Must be https and public. Leave empty to turn push off."
      />
      <div>
        <SubmitButton variant="secondary" isPending={isPending}>
          Save URL
        </SubmitButton>
      </div>
    </form>
  );
}
