import next from "next";
import { createConsoleServer } from "@/lib/http/console-server";
import { env } from "@/lib/platform/env";

const CLOSE_MS = 6_000;

/** Serves operators until SIGTERM or SIGINT. Rejects when it cannot start. */
async function main(): Promise<void> {
  const port = env.consolePort();
  const app = next({ dev: false, port });
  const server = createConsoleServer({
    handle: app.getRequestHandler(),
    consoleUrl: env.consoleUrl(),
    trustedProxies: env.trustedProxies(),
  });
  await app.prepare();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
  const close = () => {
    setTimeout(() => process.exit(0), CLOSE_MS).unref();
    server.close(() => process.exit(0));
    server.closeIdleConnections();
  };
  process.once("SIGTERM", close);
  process.once("SIGINT", close);
  process.stdout.write(`The console listens on ${port}.\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
