"use client";

import { Globe } from "lucide-react";
import { useRouter } from "next/navigation";
import { CopyLine } from "@/components/shared/copy-line";
import { EmptyState } from "@/components/shared/empty-state";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { HostView } from "@/lib/services/sites/host/host-view";
import type { AddHostInput } from "@/lib/services/sites/host/schemas";
import { type HostActions, OwnHost } from "./own-host";

type OwnHostsProps = HostActions & {
  hosts: readonly HostView[];
  /** The customer's host below the installation's domain, as an address; null where there is none. */
  givenUrl: string | null;
  canWrite: boolean;
  add: Action<AddHostInput, HostView>;
};

/** Addresses at which the waiting room answers for this customer alone. */
export function OwnHosts({ hosts, givenUrl, canWrite, add, check, remove }: OwnHostsProps) {
  return (
    <Panel
      title="Custom domains"
      description="Serve the waiting room from your own domain. Links don't need c."
    >
      <div className="flex flex-col gap-4">
        {givenUrl === null ? null : (
          <div className="min-w-0">
            <p className="mb-1 text-sm font-medium">Provided by this installation</p>
            <CopyLine text={givenUrl} label="Copy the provided domain" />
          </div>
        )}
        {hosts.length === 0 ? (
          <EmptyState icon={Globe} title="No custom domains yet">
            Visitors wait on a domain they know, such as line.your-shop.com. Verify it with a DNS
            record or a file.
          </EmptyState>
        ) : (
          <ul className="-my-4 divide-y divide-separator">
            {hosts.map((host) => (
              <OwnHost
                key={host.id}
                host={host}
                canWrite={canWrite}
                check={check}
                remove={remove}
              />
            ))}
          </ul>
        )}
        {canWrite ? <AddHost add={add} /> : null}
      </div>
    </Panel>
  );
}

function AddHost({ add }: Pick<OwnHostsProps, "add">) {
  const router = useRouter();
  const { form, control, message, isPending, onSubmit } = useActionForm<AddHostInput, HostView>({
    defaultValues: { host: "" },
    submit: add,
    onDone: () => {
      form.reset({ host: "" });
      router.refresh();
    },
  });
  const hasOwnMessage = form.formState.errors.host !== undefined;
  return (
    <form
      onSubmit={onSubmit}
      className="flex max-w-md flex-col gap-3 border-t border-separator pt-4"
      noValidate
    >
      <FormMessage message={hasOwnMessage ? null : message} />
      <TextField
        control={control}
        name="host"
        label="Host"
        mono
        placeholder="line.your-shop.com"
        description="Without https:// or a path."
        isRequired
      />
      <div>
        <SubmitButton isPending={isPending}>Add domain</SubmitButton>
      </div>
    </form>
  );
}
