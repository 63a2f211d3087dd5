import { disconnectDb } from "@/lib/db/client";
import { env } from "@/lib/platform/env";
import { createLogger } from "@/lib/platform/observability/logger";
import { allowedHostsOf } from "@/lib/platform/outgoing/outgoing-url";
import { chosenPeriods } from "@/lib/services/retention/purge";
import { startWorkers } from "./start-workers";

/** How long jobs at work may take to finish before the process ends anyway; Kubernetes waits for 30 s. */
const CLOSE_MS = 25_000;

const log = createLogger("worker");
// A mistake in them is told now, not when they are first needed.
allowedHostsOf(env.allowedPrivateHosts());
chosenPeriods();
const starting = startWorkers({
  redisUrl: env.redisUrl(),
  redisDurability: env.redisDurability(),
  log,
});

let isClosing = false;

/** If the signal comes while the workers start, they are closed as soon as they have started. */
async function close(signal: string): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  log.info({ signal }, "The worker is closing.");
  setTimeout(() => {
    log.error({ closeMs: CLOSE_MS }, "Jobs were still at work at the end; they are repeated.");
    process.exit(1);
  }, CLOSE_MS).unref();
  try {
    const workers = await starting;
    await workers.close();
    await disconnectDb();
    process.exit(0);
  } catch (error) {
    log.error({ error }, "The worker did not close cleanly.");
    process.exit(1);
  }
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => void close(signal));
}

starting.catch((error: unknown) => {
  log.error({ error }, "The worker could not start.");
  process.exit(1);
});
