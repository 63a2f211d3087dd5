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

function dial({ port }: LoudOrders, localAddress: string, answered: (count: number) => void) {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => undefined);
  let rest = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    const parts = (rest + chunk).split("HTTP/1.1 ");
    answered(parts.length - 1);
    rest = parts.at(-1)?.slice(-8) ?? "";
  });
  return socket;
}

function request({ host }: LoudOrders, first: string, headers: readonly string[], body = "") {
  return `${[`${first} HTTP/1.1`, `Host: ${host}`, ...headers].join("\r\n")}\r\n\r\n${body}`;
}

function joinRequest(orders: LoudOrders): string {
  const body = `joinId=${newClaim()}`;
  const headers = [
    "Accept: application/json",
    "Sec-Fetch-Site: same-origin",
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
  ];
  return request(orders, `POST ${orders.line}/join`, headers, body);
}

type Attack = { readonly sockets: Iterable<Socket>; readonly everyMs: number; round(): void };

function pour(count: number, open: () => Socket, write: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const round = () => {
    for (let index = 0; index < count; index += 1) {
      const kept = sockets[index];
      const socket = kept === undefined || kept.destroyed ? open() : kept;
      sockets[index] = socket;
      write(socket);
    }
  };
  return { sockets, round };
}

const ATTACKS = {
  joins(orders: LoudOrders, seen: LoudReport): Attack {
    const open = () => dial(orders, "127.0.4.1", (count) => (seen.joinsAnswered += count));
    const write = (socket: Socket) => {
      if (seen.joinsSent >= JOINS.count) return;
      socket.write(Array.from({ length: JOINS.atOnce }, () => joinRequest(orders)).join(""));
      seen.joinsSent += JOINS.atOnce;
    };
    return { everyMs: JOINS.everyMs, ...pour(1, open, write) };
  },
  status(orders: LoudOrders, seen: LoudReport): Attack {
    const headers = ["Accept: application/json", `Cookie: ${orders.cookie}`];
    const requests = request(orders, `GET ${orders.line}/status`, headers).repeat(STATUS.atOnce);
    const open = () => dial(orders, "127.0.5.1", (count) => (seen.statusAnswered += count));
    const write = (socket: Socket) => {
      if (socket.writableNeedDrain) return;
      socket.write(requests);
      seen.statusSent += STATUS.atOnce;
    };
    return { everyMs: STATUS.everyMs, ...pour(STATUS.sockets, open, write) };
  },
  heads(orders: LoudOrders, seen: LoudReport): Attack {
    const sockets = new Set<Socket>();
    const head = `GET / HTTP/1.1\r\nHost: ${orders.host}\r\nX-Slow: `;
    const open = () => {
      const address = `127.0.6.${1 + (seen.headsOpened % HEADS.addresses)}`;
      const socket = dial(orders, address, () => undefined);
      seen.headsOpened += 1;
      sockets.add(socket);
      socket.once("connect", () => socket.write(head));
      socket.once("close", () => sockets.delete(socket));
    };
    const round = () => {
      for (let count = 0; count < HEADS.atOnce && sockets.size < HEADS.count; count += 1) open();
      const connected = [...sockets].filter(({ readyState }) => readyState === "open").length;
      seen.headsHeldMost = Math.max(seen.headsHeldMost, connected);
    };
    return { everyMs: HEADS.everyMs, sockets, round };
  },
} as const;

actOnOrders(200, (orders: LoudOrders, isOver) => {
  const seen = nothingYet();
  const make = async (what: Loud) => {
    const { everyMs, sockets, round } = ATTACKS[what](orders, seen);
    while (!isOver()) {
      round();
      await sleep(everyMs);
    }
    for (const socket of sockets) socket.destroy();
  };
  return { done: Promise.all(orders.what.map(make)), report: () => seen };
});
