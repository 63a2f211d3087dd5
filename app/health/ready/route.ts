import { answerReady } from "@/lib/http/console-health";

export const dynamic = "force-dynamic";

/** Says whether this process should get requests, and what is wrong with it. */
export function GET(): Response {
  return answerReady();
}
