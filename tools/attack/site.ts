import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A site of the attacker's on this machine. */
export type Site = { readonly port: number; readonly close: () => void };

export async function openSite(answer: RequestListener): Promise<Site> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
