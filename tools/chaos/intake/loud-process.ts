import { connect, type Socket } from "node:net";
import { newClaim } from "../../shared/ask";
import { sleep } from "../../shared/time";
import { actOnOrders } from "../actor";

/** Where, and what: joins on one socket, `status` on three, or half-open request heads; or all of it. */
export type LoudOrders = {
  readonly port: number;
  readonly host: string;
  readonly line: string;
  readonly cookie: string;
  readonly what: readonly Loud[];
};

export type Loud = keyof typeof ATTACKS;

export type LoudReport = ReturnType<typeof nothingYet>;

const REPORT_MS = 200;
const JOINS = { count: 18_000, atOnce: 300, everyMs: 50 } as const;
const STATUS = { sockets: 3, atOnce: 200, everyMs: 10 } as const;
/** From so many addresses of this machine: no single one comes near its share. */
const HEADS = { count: 4_400, addresses: 44, atOnce: 200, everyMs: 20 } as const;

const nothingYet = () => ({
  joinsSent: 0,
  joinsAnswered: 0,
  statusSent: 0,
  statusAnswered: 0,
  headsOpened: 0,
  headsHeldMost: 0,
});

function dial(
  { port }: LoudOrders,
  localAddress: string,
  countAnswers: (answers: number) => void,
): Socket {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => undefined);
  let rest = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    const parts = (rest + chunk).split("HTTP/1.1 ");
    countAnswers(parts.length - 1);
    rest = parts.at(-1)?.slice(-8) ?? "";
  });
  return socket;
}

function joinRequest({ line, host }: LoudOrders): string {
  const body = `joinId=${newClaim()}`;
  const headers = [
    `Host: ${host}`,
    "Accept: application/json",
    "Sec-Fetch-Site: same-origin",
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
  ];
  return `POST ${line}/join HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${body}`;
}

function statusRequest({ line, host, cookie }: LoudOrders): string {
  return `GET ${line}/status HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\nCookie: ${cookie}\r\n\r\n`;
}

async function pipelineJoins(
  orders: LoudOrders,
  seen: LoudReport,
  isOver: () => boolean,
): Promise<void> {
  let socket: Socket | null = null;
  while (!isOver() && seen.joinsSent < JOINS.count) {
    if (socket === null || socket.destroyed) {
      socket = dial(orders, "127.0.4.1", (answers) => (seen.joinsAnswered += answers));
    }
    const requests = Array.from({ length: JOINS.atOnce }, () => joinRequest(orders));
    socket.write(requests.join(""));
    seen.joinsSent += JOINS.atOnce;
    await sleep(JOINS.everyMs);
  }
  while (!isOver()) await sleep(50);
  socket?.destroy();
}

async function pourStatus(
  orders: LoudOrders,
  seen: LoudReport,
  isOver: () => boolean,
): Promise<void> {
  const request = statusRequest(orders).repeat(STATUS.atOnce);
  const sockets: Socket[] = [];
  while (!isOver()) {
    for (let index = 0; index < STATUS.sockets; index += 1) {
      let socket = sockets[index];
      if (socket === undefined || socket.destroyed) {
        socket = dial(orders, "127.0.5.1", (answers) => (seen.statusAnswered += answers));
        sockets[index] = socket;
      }
      if (socket.writableNeedDrain) continue;
      socket.write(request);
      seen.statusSent += STATUS.atOnce;
    }
    await sleep(STATUS.everyMs);
  }
  for (const socket of sockets) socket.destroy();
}

/** Opens heads that never end, and others for those that are closed. */
async function holdHeads(
  orders: LoudOrders,
  seen: LoudReport,
  isOver: () => boolean,
): Promise<void> {
  const held = new Set<Socket>();
  const open = () => {
    const address = `127.0.6.${1 + (seen.headsOpened % HEADS.addresses)}`;
    const socket = dial(orders, address, () => undefined);
    seen.headsOpened += 1;
    held.add(socket);
    socket.once("connect", () =>
      socket.write(`GET / HTTP/1.1\r\nHost: ${orders.host}\r\nX-Slow: `),
    );
    socket.once("close", () => held.delete(socket));
  };
  while (!isOver()) {
    for (let count = 0; count < HEADS.atOnce && held.size < HEADS.count; count += 1) open();
    const connected = [...held].filter(({ readyState }) => readyState === "open").length;
    seen.headsHeldMost = Math.max(seen.headsHeldMost, connected);
    await sleep(HEADS.everyMs);
  }
  for (const socket of held) socket.destroy();
}

const ATTACKS = { joins: pipelineJoins, status: pourStatus, heads: holdHeads } as const;

actOnOrders(REPORT_MS, (orders: LoudOrders, isOver) => {
  const seen = nothingYet();
  const attacks = orders.what.map((what) => ATTACKS[what](orders, seen, isOver));
  return { done: Promise.all(attacks), report: () => seen };
});
