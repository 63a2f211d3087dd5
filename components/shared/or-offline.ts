import type { ActionResult } from "@/lib/http/action-result";

/** What an action answers, or a refusal in words when the console cannot be reached. */
export async function orOffline<Data>(
  answer: Promise<ActionResult<Data>>,
): Promise<ActionResult<Data>> {
  return answer.catch(() => ({
    ok: false,
    error: {
      code: "offline",
      message:
        "The console is not responding. Reload the page to check whether your change was saved.",
    },
  }));
}
