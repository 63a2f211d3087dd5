"use client";

import { Fingerprint } from "lucide-react";
import { useTransition } from "react";
import { orOffline } from "@/components/shared/or-offline";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type { AssertionInput } from "@/lib/services/people/passkey/schemas";
import { type AskForAssertion, showPasskey } from "./passkey";

type PasskeyButtonProps = {
  children: string;
  ask: AskForAssertion;
  finish: Action<AssertionInput, unknown>;
  onDone: () => void;
  onRefused: (message: string) => void;
};

/** Shows a passkey of this device to the console. */
export function PasskeyButton({ children, ask, finish, onDone, onRefused }: PasskeyButtonProps) {
  const [isPending, startTransition] = useTransition();
  const show = () =>
    startTransition(async () => {
      const result = await orOffline(showPasskey(ask, finish));
      if (result.ok) onDone();
      else onRefused(result.error.message);
    });
  return (
    <Button variant="secondary" fullWidth isPending={isPending} onClick={show}>
      <Fingerprint aria-hidden />
      {children}
    </Button>
  );
}
