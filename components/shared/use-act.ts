import { useState, useTransition } from "react";
import type { ActionResult } from "@/lib/http/action-result";
import { orOffline } from "./or-offline";

/**
 * Has the server do something at a press: `isPending` until it has answered and what follows is done, and `message`
 * where it refused or could not be reached. `tell` hears of that instead, for instance as a toast.
 */
export function useAct() {
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const act = <Data>(
    ask: () => Promise<ActionResult<Data>>,
    onDone: (data: Data) => void | Promise<void>,
    tell: (refusal: string) => void = setMessage,
  ) =>
    startTransition(async () => {
      const result = await orOffline(ask());
      if (!result.ok) {
        // Here no field shows what is wrong with it.
        const [reason] = Object.values(result.error.fields ?? {});
        tell(reason ?? result.error.message);
        return;
      }
      setMessage(null);
      await onDone(result.data);
    });
  return { isPending, message, act, forgetMessage: () => setMessage(null) };
}
