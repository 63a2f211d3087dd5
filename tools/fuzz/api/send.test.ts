import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { listen } from "@/tools/stack/ports";
import { closeConnections, send } from "./send";

let server: ReturnType<typeof createServer>;
afterEach(() => {
  closeConnections();
  server.closeAllConnections();
  server.close();
});

/** Breaks connections off on which it was asked `many` requests. */
async function serveOnly(many: number): Promise<string> {
  const asked = new WeakMap<object, number>();
  server = createServer(({ socket }, response) => {
    const count = (asked.get(socket) ?? 0) + 1;
    asked.set(socket, count);
    if (count > many) socket.resetAndDestroy();
    else response.end("there");
  });
  return `http://127.0.0.1:${await listen(server)}/`;
}

const GET = { method: "GET", headers: {}, body: null };

test("a connection that was closed between two requests is no missing answer", async () => {
  const url = await serveOnly(1);
  for (let sent = 0; sent < 3; sent += 1) expect((await send(url, GET)).text).toBe("there");
});

test("one that breaks off on its first request is", async () => {
  await expect(send(await serveOnly(0), GET)).rejects.toThrow("ECONNRESET");
});
