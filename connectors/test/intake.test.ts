import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { boundIntake, type IntakeLimits } from "../src/adapters/proxy/intake.ts";

const REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const HALF_A_HEAD = "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ";
const LAST = { timeout: 20_000, interval: 20 };

const opened: { readonly server: Server; readonly sockets: Socket[] }[] = [];

afterEach(() => {
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  }
});

type Answer = (response: ServerResponse) => void;

/** A server that counts what is under way, and clients of it from any address of this machine. */
async function start(
  limits: Partial<IntakeLimits> = {},
  answer: Answer = (response) => setImmediate(() => response.end("answered")),
) {
  const seen = { begun: 0, underWay: 0, mostUnderWay: 0, refused: 0 };
  const server = createServer();
  const { bounded } = boundIntake(server, {
    connectionsMax: 1_000,
    countsSources: true,
    onRefused: () => {
      seen.refused += 1;
    },
    ...limits,
  });
  server.on(
    "request",
    bounded((_request, response) => {
      seen.begun += 1;
      seen.underWay += 1;
      seen.mostUnderWay = Math.max(seen.mostUnderWay, seen.underWay);
      // Before the intake hears of it, and begins the next.
      response.prependOnceListener("close", () => {
        seen.underWay -= 1;
      });
      answer(response);
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  opened.push({ server, sockets });
  /** A connection that keeps open what it is let; `isOpen` follows the server. */
  const open = (text: string, localAddress = "127.0.0.1") => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    const client = { socket, isOpen: true, bytes: 0, answers: 0 };
    sockets.push(socket);
    let rest = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      client.bytes += chunk.length;
      const parts = (rest + chunk).split("answered");
      client.answers += parts.length - 1;
      rest = parts.at(-1)?.slice(-8) ?? "";
    });
    socket.on("error", () => undefined);
    socket.once("close", () => {
      client.isOpen = false;
    });
    const connected = new Promise<void>((resolve) => {
      socket.once("connect", () => socket.write(text, () => resolve()));
      socket.once("close", () => resolve());
    });
    return Object.assign(client, { connected });
  };
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  return { server, port, open, seen, connections };
}

type Client = Awaited<ReturnType<Awaited<ReturnType<typeof start>>["open"]>>;

const answersOf = ({ answers }: Client): number => answers;

/** Opens one after the other, so that it is known which is the oldest. */
async function openInTurn(
  count: number,
  open: (index: number) => Client & { readonly connected: Promise<void> },
): Promise<Client[]> {
  const clients: Client[] = [];
  for (let index = 0; index < count; index += 1) {
    const client = open(index);
    await client.connected;
    clients.push(client);
  }
  return clients;
}

test("of a thousand requests that are sent at once four are under way, and all are answered", async () => {
  const { open, seen } = await start();
  const client = open(REQUEST.repeat(1_000));
  await expect.poll(() => answersOf(client), LAST).toBe(1_000);
  expect(seen.mostUnderWay).toBe(4);
  client.socket.write(REQUEST.repeat(10));
  await expect.poll(() => answersOf(client), LAST).toBe(1_010);
});

test("answers come in the order of the requests, bodies between them included", async () => {
  const server = createServer();
  const { bounded } = boundIntake(server, { connectionsMax: 10, countsSources: true });
  server.on(
    "request",
    bounded((request, response) => {
      let body = "";
      request.setEncoding("latin1").on("data", (chunk: string) => {
        body += chunk;
      });
      // Later ones are ready before earlier ones.
      request.once("end", () => setTimeout(() => response.end(`<${body}>`), 5 * Math.random()));
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  opened.push({ server, sockets: [socket] });
  let heard = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    heard += chunk;
  });
  const bodies = Array.from({ length: 60 }, (_, index) => `${index}:`.padEnd(20_000, "x"));
  for (const body of bodies)
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  const wanted = bodies.map((body) => body.split(":")[0]);
  await expect
    .poll(() => [...heard.matchAll(/<(\d+):x+>/g)].map(([, index]) => index), LAST)
    .toEqual(wanted);
});

test("nothing more is read from a client that does not read its answers", async () => {
  const long = "x".repeat(1_000_000);
  const { open, seen } = await start({}, (response) => response.end(long));
  const client = open("");
  client.socket.pause();
  // More than may wait: who is read on is cut off for it.
  for (let sent = 0; sent < 20; sent += 1) client.socket.write(REQUEST.repeat(1_000));
  const other = open(REQUEST.repeat(3));
  await expect.poll(() => other.bytes, LAST).toBeGreaterThan(3_000_000);
  // Those whose answers went into buffers of the machine, and four that did not.
  expect(seen.begun).toBeLessThan(60);
  expect(client.isOpen).toBe(true);
});

test("what waits on a connection that closes is not begun", async () => {
  const held: ServerResponse[] = [];
  const { open, seen, connections } = await start({}, (response) => void held.push(response));
  const client = open(REQUEST.repeat(200));
  await expect.poll(() => seen.begun, LAST).toBe(4);
  client.socket.destroy();
  // It is not read from, so that the first answers meet a closed connection before that is known.
  for (const response of held) response.end();
  await expect.poll(connections, LAST).toBe(0);
  expect(seen.begun).toBeLessThan(20);
});

test("three connections that send without end do not keep others from being answered", async () => {
  const { open, seen } = await start();
  const loud = [1, 2, 3].map(() => open(""));
  let isOver = false;
  const pour = (socket: Socket): void => {
    while (!isOver && socket.writable && socket.write(REQUEST.repeat(100)));
    if (!isOver) socket.once("drain", () => pour(socket));
  };
  for (const { socket } of loud) pour(socket);
  await expect.poll(() => loud.every((client) => answersOf(client) > 100), LAST).toBe(true);
  for (let round = 0; round < 10; round += 1) {
    const before = seen.begun;
    const client = open(REQUEST);
    await expect.poll(() => answersOf(client), { ...LAST, interval: 1 }).toBe(1);
    client.socket.destroy();
    // In the turns that an honest one takes a loud one has four each; unbounded it had all that was read.
    expect(seen.begun - before).toBeLessThan(2_000);
  }
  isOver = true;
  expect(seen.mostUnderWay).toBeLessThanOrEqual(4 * 3 + 1);
});

test("more than a server can keep cuts those off who sent it, and nobody else", async () => {
  const held: ServerResponse[] = [];
  const { open, seen } = await start({}, (response) => void held.push(response));
  const honest = open(REQUEST);
  await expect.poll(() => seen.begun, LAST).toBe(1);
  const loud = Array.from({ length: 6 }, () => open(REQUEST.repeat(2_400)));
  await expect.poll(() => loud.filter(({ isOpen }) => !isOpen).length, LAST).toBeGreaterThan(0);
  held[0]?.end("answered");
  await expect.poll(() => answersOf(honest), LAST).toBe(1);
});

test("one source has a quarter of all connections, and its own half-open ones give way", async () => {
  const { open, seen, connections } = await start({ connectionsMax: 40 });
  const half = await openInTurn(60, () => open(HALF_A_HEAD));
  await expect.poll(() => half.filter(({ isOpen }) => isOpen).length, LAST).toBe(10);
  // The oldest went first.
  expect(half.slice(50).every(({ isOpen }) => isOpen)).toBe(true);
  expect(await connections()).toBe(10);
  const same = await openInTurn(10, () => open(REQUEST));
  await expect.poll(() => same.every((client) => answersOf(client) === 1), LAST).toBe(true);
  const others = await openInTurn(10, () => open(REQUEST, "127.0.0.2"));
  await expect.poll(() => others.every((client) => answersOf(client) === 1), LAST).toBe(true);
  expect(seen.refused).toBe(0);
});

test("at the limit the oldest half-open connection of anybody gives way, before an idle one", async () => {
  const { open, seen, connections } = await start({ connectionsMax: 40 });
  const idle = await openInTurn(8, () => open(REQUEST, "127.0.1.1"));
  await expect.poll(() => idle.every((client) => answersOf(client) === 1), LAST).toBe(true);
  const half = await openInTurn(44, (index) => open(HALF_A_HEAD, `127.0.2.${1 + (index % 11)}`));
  await expect.poll(() => half.slice(0, 12).every(({ isOpen }) => !isOpen), LAST).toBe(true);
  expect(await connections()).toBe(40);
  const newcomers = await openInTurn(20, (index) => open(REQUEST, `127.0.3.${1 + (index % 5)}`));
  await expect.poll(() => newcomers.every((client) => answersOf(client) === 1), LAST).toBe(true);
  expect(idle.every(({ isOpen }) => isOpen)).toBe(true);
  expect(half.slice(32).every(({ isOpen }) => isOpen)).toBe(true);
  expect(half.slice(0, 32).some(({ isOpen }) => isOpen)).toBe(false);
  expect(await connections()).toBe(40);
  expect(seen.refused).toBe(0);
});

test("without half-open ones the longest idle gives way; busy ones stay, and a newcomer is refused", async () => {
  const held: ServerResponse[] = [];
  let isBusy = false;
  const { open, seen } = await start({ connectionsMax: 8, countsSources: false }, (response) => {
    if (isBusy) held.push(response);
    else response.end("answered");
  });
  const idle = await openInTurn(8, () => open(REQUEST));
  await expect.poll(() => idle.every((client) => answersOf(client) === 1), LAST).toBe(true);
  idle[0]?.socket.write(REQUEST);
  await expect.poll(() => idle[0] && answersOf(idle[0]), LAST).toBe(2);
  isBusy = true;
  const [newcomer] = await openInTurn(1, () => open(REQUEST));
  await expect.poll(() => held.length, LAST).toBe(1);
  await expect.poll(() => idle[1]?.isOpen, LAST).toBe(false);
  expect(idle.filter(({ isOpen }) => isOpen)).toHaveLength(7);
  for (const { socket, isOpen } of idle) if (isOpen) socket.write(REQUEST);
  await expect.poll(() => held.length, LAST).toBe(8);
  const [refused] = await openInTurn(1, () => open(REQUEST));
  await expect.poll(() => refused?.isOpen, LAST).toBe(false);
  expect(seen.refused).toBe(1);
  for (const response of held) response.end("answered");
  await expect.poll(() => newcomer && answersOf(newcomer), LAST).toBe(1);
});

test("bodies that do not come give way last, the oldest first, and whole ones do not", async () => {
  const held: ServerResponse[] = [];
  const { open, seen } = await start({ connectionsMax: 8, countsSources: false }, (response) => {
    if (response.req.method === "POST") held.push(response);
    else response.end("answered");
  });
  const post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n";
  const whole = await openInTurn(2, () => open(`${post}body`));
  const slow = await openInTurn(5, () => open(`${post}ha`));
  await expect.poll(() => held.length, LAST).toBe(7);
  const [newcomer] = await openInTurn(1, () => open(REQUEST));
  await expect.poll(() => newcomer && answersOf(newcomer), LAST).toBe(1);
  const more: Client[] = [];
  for (const count of [8, 9, 10]) {
    more.push(...(await openInTurn(1, () => open(`${post}ha`))));
    await expect.poll(() => held.length, LAST).toBe(count);
  }
  expect(newcomer?.isOpen).toBe(false);
  expect(slow.map(({ isOpen }) => isOpen)).toEqual([false, false, true, true, true]);
  for (const response of held) response.end("answered");
  await expect.poll(() => whole.map(answersOf), LAST).toEqual([1, 1]);
  expect(more.every(({ isOpen }) => isOpen)).toBe(true);
  expect(seen.refused).toBe(0);
});

test("behind a proxy all connections may come from one address", async () => {
  const { open, seen, connections } = await start({ connectionsMax: 40, countsSources: false });
  const clients = await openInTurn(40, () => open(REQUEST));
  await expect.poll(() => clients.every((client) => answersOf(client) === 1), LAST).toBe(true);
  expect(await connections()).toBe(40);
  expect(clients.every(({ isOpen }) => isOpen)).toBe(true);
  const loud = open(REQUEST.repeat(100));
  await expect.poll(() => answersOf(loud), LAST).toBe(100);
  expect(seen.mostUnderWay).toBeLessThanOrEqual(8);
});
