import type { Action, ActionResult } from "@/lib/http/action-result";
import type { AssertionInput } from "@/lib/services/people/passkey/schemas";
import type { AskForAssertion } from "./passkey";

/** What the pages for signing in may ask the console. */
export type SignInSteps = {
  readonly ways: () => Promise<ActionResult<{ readonly code: boolean; readonly passkey: boolean }>>;
  readonly byCode: Action<{ code: string }, unknown>;
  readonly askStep: AskForAssertion;
  readonly byStepPasskey: Action<AssertionInput, unknown>;
  readonly askPasskey: AskForAssertion;
  readonly byPasskey: Action<AssertionInput, unknown>;
};
