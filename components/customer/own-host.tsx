import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { CopyLine } from "@/components/shared/copy-line";
import { FormMessage } from "@/components/shared/form-message";
import { formatMoment, formatNumber } from "@/components/shared/format";
import { orOffline } from "@/components/shared/or-offline";
import { useZone } from "@/components/shared/zone";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/components/ui/toast";
import type { Action } from "@/lib/http/action-result";
import type { HostView } from "@/lib/services/sites/host/host-view";
import type { HostIdInput } from "@/lib/services/sites/host/schemas";

export type HostActions = {
  readonly check: Action<HostIdInput, HostView>;
  readonly remove: Action<HostIdInput, unknown>;
};

type OwnHostProps = HostActions & { host: HostView; canWrite: boolean };

/** One host: how it stands with its proof, and what the proof is until it is found. */
export function OwnHost({ host, canWrite, check, remove }: OwnHostProps) {
  const router = useRouter();
  const zone = useZone();
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const look = () =>
    startTransition(async () => {
      const result = await orOffline(check({ hostId: host.id }));
      setMessage(result.ok ? null : result.error.message);
      if (result.ok) toast.success(`${host.host} verified`);
      router.refresh();
    });
  return (
    <li className="flex min-w-0 flex-col gap-3 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 text-sm font-medium wrap-anywhere">{host.host}</span>
            <HostState host={host} />
          </p>
          <p className="mt-0.5 text-xs text-muted">{sentenceOf(host, zone)}</p>
        </div>
        {canWrite ? (
          <div className="flex flex-wrap gap-1">
            <Button
              size="sm"
              variant="secondary"
              isPending={isPending}
              aria-label={`Check ${host.host} now`}
              onClick={look}
            >
              {isPending ? <Spinner size="sm" /> : null}
              Check now
            </Button>
            <RemoveHost host={host} remove={remove} />
          </div>
        ) : null}
      </div>
      <FormMessage message={message} />
      {stateOf(host) === "used" ? null : <Proof host={host} />}
    </li>
  );
}

function RemoveHost({ host, remove }: Pick<OwnHostProps, "host" | "remove">) {
  return (
    <ConfirmButton
      trigger="Remove"
      triggerLabel={`Remove ${host.host}`}
      triggerVariant="ghost"
      title={`Remove ${host.host}?`}
      confirm="Remove domain"
      run={() => remove({ hostId: host.id })}
    >
      {host.isVerified
        ? "Visitors waiting on this domain lose their place. The waiting room stops serving it within seconds."
        : "You can add it again with a new verification record."}
    </ConfirmButton>
  );
}

const LOOKS = {
  claimed: { color: "default", label: "Not verified" },
  used: { color: "success", label: "Verified" },
  missing: { color: "warning", label: "Record missing" },
  lost: { color: "danger", label: "Lost" },
} as const;

function stateOf({ isVerified, failures, verifiedAt }: HostView): keyof typeof LOOKS {
  if (isVerified) return failures === 0 ? "used" : "missing";
  return verifiedAt === null ? "claimed" : "lost";
}

function HostState({ host }: { host: HostView }) {
  const { color, label } = LOOKS[stateOf(host)];
  return (
    <Chip size="sm" variant="soft" color={color}>
      {label}
    </Chip>
  );
}

function sentenceOf(host: HostView, zone: string): string {
  const { lastCheckedAt, failures } = host;
  const checked =
    lastCheckedAt === null
      ? "Not checked yet."
      : `Last checked ${formatMoment(lastCheckedAt, zone)}.`;
  if (stateOf(host) === "missing")
    return `${checked} ${formatNumber(failures)} of 24 checks in a row failed. The domain is removed after 24.`;
  if (stateOf(host) === "lost")
    return `${checked} Verification has failed for a day. The domain is offline until it succeeds.`;
  return checked;
}

function Proof({ host: { host, dns, token, fileUrl } }: { host: HostView }) {
  return (
    <div className="flex flex-col gap-4 rounded-2xl bg-surface-secondary p-3 text-xs">
      <ProofWay
        title="Option 1: DNS TXT record"
        note="Keep the record. It is checked every hour."
        parts={[
          { label: "Name", text: dns.name, copy: `Copy the record name for ${host}` },
          { label: "Value", text: dns.value, copy: `Copy the record value for ${host}` },
        ]}
      />
      <ProofWay
        title="Option 2: file"
        note="Once the domain points to the waiting room, your proxy must serve this file."
        parts={[
          { label: "URL", text: fileUrl, copy: `Copy the file URL for ${host}` },
          { label: "Content", text: token, copy: `Copy the file content for ${host}` },
        ]}
      />
    </div>
  );
}

type ProofWayProps = {
  title: string;
  note: string;
  parts: readonly { readonly label: string; readonly text: string; readonly copy: string }[];
};

function ProofWay({ title, note, parts }: ProofWayProps) {
  return (
    <div className="min-w-0">
      <p className="font-medium">{title}</p>
      <dl className="mt-1.5 flex flex-col gap-1.5">
        {parts.map(({ label, text, copy }) => (
          <div
            key={label}
            className="grid min-w-0 items-center gap-x-3 gap-y-0.5 sm:grid-cols-[5rem_1fr]"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0">
              <CopyLine text={text} label={copy} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1.5 text-muted">{note}</p>
    </div>
  );
}
