import { createServer, type RequestListener } from "node:http";
import { listen } from "../stack/ports";

export type Served = { readonly port: number; readonly close: () => Promise<void> };

/** Answers requests on a free port, or on this one; when it closes, so do its connections. */
export async function serve(
  answer: RequestListener,
  { host = "127.0.0.1", at = 0 } = {},
): Promise<Served> {
  const server = createServer(answer);
  const port = await listen(server, { host, at });
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const { port, close } = await serve(() => undefined);
  await close();
  return port;
}
