import { createServer } from "node:http";
import { createNodeConnector } from "@/connectors/src/adapters/node";
import type { LiveScene } from "../messages";

export type TestSite = {
  readonly port: number;
  readonly close: () => Promise<void>;
};

const PAGE = "<!doctype html><title>Rehearsal</title><h1>You are in.</h1>";

/** A site of one page behind the connector for Node, on a port of this machine. */
export async function openTestSite(scene: LiveScene): Promise<TestSite> {
  const connector = createNodeConnector({
    customerId: scene.customerId,
    secrets: [scene.secret],
    config: scene.config,
    waitingRoomOrigin: scene.waitingRoomOrigin,
    failOpen: false,
  });
  const server = createServer(
    connector.wrap((_, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(PAGE);
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    close: async () => {
      await connector.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
