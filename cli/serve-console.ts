import next from "next";
import { isOfProgram } from "@/lib/api/serve";
import { env } from "@/lib/platform/env";
import { installationDirectory } from "@/lib/platform/installation";
import { serveOperators } from "./serve-operators";

/** Serves the console, and the API beside it, until SIGTERM or SIGINT. Rejects when it cannot start. */
export async function serveConsole(): Promise<void> {
  const port = env.consolePort();
  const app = next({ dev: false, dir: installationDirectory(), port });
  const handle = app.getRequestHandler();
  const prepare = () => app.prepare();
  await serveOperators({ name: "console", port, isForApi: isOfProgram, handle, prepare });
}
