// The yardstick: what Node's own HTTP server reaches with a fixed answer of so many bytes.
import { createServer } from "node:http";

const body = Buffer.from(JSON.stringify("x".repeat(Number(process.argv[2]) - 2)));

const server = createServer((_request, response) => {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": body.length,
  };
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(Number(process.argv[3]), "127.0.0.1");
