import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A vendor of CAPTCHAs that is away: every second question gets an error, and the others no answer at all. */
export async function startAwayVendor() {
  let questions = 0;
  const server = createServer((_request, response) => {
    questions += 1;
    if (questions % 2 === 0) return;
    response.writeHead(500, { "content-type": "text/plain" });
    response.end("Internal Server Error");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    questions: () => questions,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
