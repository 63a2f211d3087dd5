import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A public beacon of one round. It has no value until `value` is set. */
export async function startTestBeacon(round: number) {
  const beacon = { value: null as string | null, asked: 0 };
  const server = createServer((_request, response) => {
    beacon.asked += 1;
    if (beacon.value === null) {
      response.writeHead(404).end("{}");
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ round, randomness: beacon.value }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    beacon,
    url: `http://127.0.0.1:${port}/public/${round}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
