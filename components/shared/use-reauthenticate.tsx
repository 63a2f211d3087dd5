import { createContext, useCallback, useContext } from "react";
import type { Action, ActionResult } from "@/lib/http/action-result";

/** Asks the person at the browser to prove who they are; answers whether they did. */
export type AskForProof = () => Promise<boolean>;

export const ProofContext = createContext<AskForProof | null>(null);

/**
 * Answers a function that runs what calls the server: when the answer is `reauthenticate`, the person is asked to
 * confirm who they are, and it runs once more. Whoever closes the dialog gets the refusal. Forms and buttons that
 * confirm do this by themselves.
 */
export function useRepeatAfterProof(): <Data>(
  run: () => Promise<ActionResult<Data>>,
) => Promise<ActionResult<Data>> {
  const ask = useContext(ProofContext);
  return useCallback(
    async <Data,>(run: () => Promise<ActionResult<Data>>): Promise<ActionResult<Data>> => {
      const result = await run();
      if (result.ok || result.error.code !== "reauthenticate" || ask === null) return result;
      return (await ask()) ? run() : result;
    },
    [ask],
  );
}

/** The same as a function that wraps a server action. */
export function useReauthenticate(): <Input, Data>(
  action: Action<Input, Data>,
) => Action<Input, Data> {
  const repeat = useRepeatAfterProof();
  return useCallback(
    <Input, Data>(action: Action<Input, Data>): Action<Input, Data> =>
      (input) =>
        repeat(() => action(input)),
    [repeat],
  );
}
