import type { IncomingMessage, ServerResponse } from "node:http";
import { isForApi } from "@/lib/api/serve";
import { liveness } from "@/lib/health/health";
import { answerReady } from "@/lib/http/console-health";
import { env } from "@/lib/platform/env";
import { serveOperators } from "./serve-operators";

/**
 * Serves the API alone, until SIGTERM or SIGINT: a process without pages, so that programs that send much never slow the
 * console. Rejects when it cannot start.
 */
export async function serveApi(): Promise<void> {
  await serveOperators({ name: "api", port: env.apiPort(), isForApi, handle: answerProbe });
}

const HEALTH: Readonly<Record<string, () => Response>> = {
  "/health/live": () => Response.json(liveness("console")),
  "/health/ready": answerReady,
};

/** Its health is that of a console, of which it is a part. */
async function answerProbe({ url = "" }: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer =
    HEALTH[url]?.() ?? Response.json({ detail: "The API is at /api/v1." }, { status: 404 });
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(answer.status, headers).end(await answer.text());
}
