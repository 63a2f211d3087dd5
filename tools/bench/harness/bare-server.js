// The yardstick: what Node's own HTTP server reaches with a fixed answer of so many bytes.
import { createServer } from "node:http";

const body = Buffer.from(JSON.stringify("x".repeat(Number(process.argv[2]) - 2)));

const type = "application/json; charset=utf-8";
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": type, "content-length": body.length });
  response.end(body);
});
server.listen(Number(process.argv[3]), "127.0.0.1");
