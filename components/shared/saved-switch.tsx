"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useOptimistic, useState, useTransition } from "react";
import { Switch } from "@/components/ui/switch";
import type { Action } from "@/lib/http/action-result";
import { FormMessage } from "./form-message";
import { orOffline } from "./or-offline";

type SavedSwitchProps = {
  isOn: boolean;
  save: Action<{ isOn: boolean }, unknown>;
  children: ReactNode;
};

/** A switch that is saved when it is turned. It moves at once, and back with the reason when the change is refused. */
export function SavedSwitch({ isOn, save, children }: SavedSwitchProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(isOn);
  const [message, setMessage] = useState<string | null>(null);
  const change = (next: boolean) =>
    startTransition(async () => {
      show(next);
      const result = await orOffline(save({ isOn: next }));
      setMessage(result.ok ? null : result.error.message);
      router.refresh();
    });
  return (
    <>
      <Switch isOn={shown} isPending={isPending} onChange={change}>
        {children}
      </Switch>
      <FormMessage message={message} />
    </>
  );
}
