import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { untilOpen } from "./until-open";

type Answer = (response: ServerResponse, asked: number) => void;

/** A page that sends newcomers to `location`, and the line of the event there. */
async function serve(location: string | null, answer: Answer) {
  let asked = 0;
  const server = createServer((request, response) => {
    if (request.url === "/line/acme/sale/0/line.json") {
      asked += 1;
      return answer(response, asked);
    }
    if (location === null) return response.end("tickets");
    return response.writeHead(302, { location }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  // The server was told a port, so that its address is no path.
  const { port } = server.address() as AddressInfo;
  return { shop: new URL(`http://127.0.0.1:${port}/tickets`), asked: () => asked };
}

const said: string[] = [];
const say = (line: string) => void said.push(line);
const told = (stale: boolean) => JSON.stringify({ v: 1, stale });
const ROOM = "/?c=acme&e=sale&t=x";

test("waits while a single process of the waiting room recovers, and goes on once all take joins", async () => {
  const { shop, asked } = await serve(ROOM, (response, nth) => {
    if (nth <= 16 && nth % 16 === 3) response.writeHead(503).end("{}");
    else response.end(told(nth > 16 && nth <= 32 && nth % 16 === 5));
  });
  await untilOpen(shop, say);
  expect(asked()).toBe(48);
  expect(said).toEqual(["Waiting until the waiting room takes joins: line.json 503"]);
});

test("gives up after the limit, and says why", async () => {
  const { shop } = await serve(ROOM, (response) => response.end(told(true)));
  await expect(untilOpen(shop, say, 300)).rejects.toThrow(
    "The waiting room took no joins for 0 s (its line is recovering), so no crowd was sent.",
  );
});

test("a page without a waiting room before it is not waited for", async () => {
  const { shop, asked } = await serve(null, (response) => response.end(told(true)));
  await untilOpen(shop, say);
  expect(asked()).toBe(0);
});
