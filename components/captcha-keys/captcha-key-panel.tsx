"use client";

import { ShieldQuestion } from "lucide-react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import { CAPTCHA_VENDORS } from "@/lib/domain/challenge/captcha-vendors";
import { isCaptchaProvider } from "@/lib/domain/challenge/challenge-setting";
import type { Action } from "@/lib/http/action-result";
import type { CaptchaKeysView } from "@/lib/services/sites/captcha-keys/captcha-keys-view";
import type {
  CaptchaProviderInput,
  SetCaptchaKeysInput,
} from "@/lib/services/sites/captcha-keys/schemas";
import { SetCaptchaKeys } from "./set-captcha-keys";

type CaptchaKeyPanelProps = {
  keys: readonly CaptchaKeysView[];
  canWrite: boolean;
  set: Action<SetCaptchaKeysInput, CaptchaKeysView>;
  remove: Action<CaptchaProviderInput, unknown>;
};

/** The keys with which the waiting room asks vendors of CAPTCHAs whether one was solved. */
export function CaptchaKeyPanel({ keys, canWrite, set, remove }: CaptchaKeyPanelProps) {
  const columns: readonly DataColumn<CaptchaKeysView>[] = [
    {
      key: "vendor",
      header: "Vendor",
      cell: ({ provider }) => <span className="font-medium">{vendorName(provider)}</span>,
    },
    {
      key: "siteKey",
      header: "Site key",
      cell: ({ siteKey }) => <code className="font-mono text-xs break-all">{siteKey}</code>,
    },
    {
      key: "secret",
      header: "Secret",
      cell: ({ hint }) => <code className="font-mono text-xs whitespace-nowrap">…{hint}</code>,
    },
    {
      key: "set",
      header: "Set",
      wideOnly: true,
      cell: ({ updatedAt }) => <Moment at={updatedAt} className="text-muted" />,
    },
    {
      key: "actions",
      header: "",
      align: "end",
      cell: ({ provider }) =>
        canWrite ? <RemoveKeys provider={provider} remove={remove} /> : null,
    },
  ];
  const setKeys = (variant: "primary" | "secondary") =>
    canWrite ? <SetCaptchaKeys set={set} variant={variant} /> : null;
  return (
    <Panel
      title="CAPTCHA keys"
      description="For events that use a vendor’s CAPTCHA. Secrets are encrypted and never shown again."
      actions={keys.length > 0 ? setKeys("secondary") : null}
      flush
    >
      {keys.length === 0 ? (
        <EmptyState icon={ShieldQuestion} title="No CAPTCHA keys" action={setKeys("primary")}>
          Get a site key and secret from your vendor. Until both are set, events fall back to proof
          of work, which needs no keys.
        </EmptyState>
      ) : (
        <DataTable
          caption="CAPTCHA keys"
          columns={columns}
          rows={keys}
          rowKey={({ provider }) => provider}
        />
      )}
    </Panel>
  );
}

function vendorName(provider: string): string {
  return isCaptchaProvider(provider) ? CAPTCHA_VENDORS[provider].name : provider;
}

function RemoveKeys({
  provider,
  remove,
}: {
  provider: string;
  remove: CaptchaKeyPanelProps["remove"];
}) {
  if (!isCaptchaProvider(provider)) return null;
  const name = vendorName(provider);
  return (
    <ConfirmButton
      trigger="Remove"
      triggerLabel={`Remove the keys of ${name}`}
      title={`Remove the keys of ${name}?`}
      confirm="Remove keys"
      run={() => remove({ provider })}
    >
      Events that use {name} fall back to proof of work within a second.
    </ConfirmButton>
  );
}
