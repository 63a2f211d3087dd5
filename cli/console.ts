import { setTimeout as delay } from "node:timers/promises";
import next from "next";
import { watchConsole } from "@/lib/http/console-health";
import { createConsoleServer } from "@/lib/http/console-server";
import { env } from "@/lib/platform/env";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";

const CLOSE_MS = 6_000;

/** Serves operators until SIGTERM or SIGINT. Rejects when it cannot start. */
async function main(): Promise<void> {
  const port = env.consolePort();
  const app = next({ dev: false, port });
  const server = createConsoleServer({
    handle: app.getRequestHandler(),
    consoleUrl: env.consoleUrl(),
    trustedProxies: env.trustedProxies(),
    masters: masterKeysFromEnvironment(),
  });
  const health = watchConsole({ redis: env.redisUrl(), postgres: env.databaseUrl() });
  await app.prepare();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
  const close = async (goOnMs: number) => {
    health.drain();
    setTimeout(() => process.exit(0), goOnMs + CLOSE_MS).unref();
    await delay(goOnMs);
    server.close(() => void health.stop().finally(() => process.exit(0)));
    server.closeIdleConnections();
  };
  const drainMs = 1_000 * env.drainSeconds();
  process.once("SIGTERM", () => void close(drainMs));
  process.once("SIGINT", () => void close(0));
  process.stdout.write(`The console listens on ${port}.\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
