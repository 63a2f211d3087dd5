import next from "next";
import { watchConsole } from "@/lib/http/console-health";
import { createConsoleServer } from "@/lib/http/console-server";
import { drain } from "@/lib/platform/drain";
import { endOnSignal } from "@/lib/platform/end-on-signal";
import { env } from "@/lib/platform/env";
import { installationDirectory } from "@/lib/platform/installation";
import { logEverything } from "@/lib/platform/observability/log-everything";
import { createLogger } from "@/lib/platform/observability/logger";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";

/** Longer than any change takes that a person makes. */
const CLOSE_MS = 25_000;

/** Serves operators until SIGTERM or SIGINT. Rejects when it cannot start. */
export async function serveConsole(): Promise<void> {
  const log = createLogger("console");
  logEverything(log);
  const port = env.consolePort();
  const app = next({ dev: false, dir: installationDirectory(), port });
  const server = createConsoleServer({
    handle: app.getRequestHandler(),
    consoleUrl: env.consoleUrl(),
    trustedProxies: env.trustedProxies(),
    masters: masterKeysFromEnvironment(),
  });
  const health = watchConsole({ redis: env.redisUrl(), postgres: env.databaseUrl() });
  endOnSignal({
    drainMs: 1_000 * env.drainSeconds(),
    graceMs: CLOSE_MS,
    close: async () => {
      await drain([server], CLOSE_MS);
      await health.stop();
    },
    onSignal: (signal) => {
      health.drain();
      log.info({ signal }, "The console is closing.");
    },
    onLate: () => log.warn({ graceMs: CLOSE_MS }, "Requests were still under way at the end."),
    onFailure: (error) => log.error({ error }, "The console did not close cleanly."),
  });
  await app.prepare();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
  log.info(`The console listens on ${port}.`);
}
