import { Fingerprint } from "lucide-react";
import { useAct } from "@/components/shared/use-act";
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
  const { isPending, act } = useAct();
  const show = () => act(() => showPasskey(ask, finish), onDone, onRefused);
  return (
    <Button variant="secondary" fullWidth isPending={isPending} onClick={show}>
      <Fingerprint aria-hidden />
      {children}
    </Button>
  );
}
