import { createConsoleServer } from "@/lib/http/console-server";

// The yardstick: the server that the API runs on, with an answer that takes nothing. Its port is the one argument.
const server = createConsoleServer({
  handle: async (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"hello":"world"}');
  },
  consoleUrl: "http://console.localhost:3000",
  trustedProxies: 0,
});
server.listen(Number(process.argv[2]), "127.0.0.1");
