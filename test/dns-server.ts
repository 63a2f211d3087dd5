import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";

const HEADER_BYTES = 12;
const ANSWER = 0x8180;
const TYPES: Readonly<Record<number, string>> = { 1: "A", 12: "PTR", 16: "TXT", 28: "AAAA" };
const TXT = 16;
const NO_ERROR = 0;
const SERVER_FAILED = 2;
const NO_SUCH_NAME = 3;

/**
 * What a name has: texts, or `fails` for a server that cannot tell, or `silent` for one that never answers. The name
 * of other records begins with their type, such as `PTR 9.113.0.203.in-addr.arpa`.
 */
export type TestRecords = Map<string, readonly string[] | "fails" | "silent">;

/** A name server on this machine; what is not in the map does not exist. */
export async function startDnsServer(records: TestRecords) {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const answered = answer(query, records);
    if (answered !== null) socket.send(answered, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    resolver,
    readTxt: (name: string) => resolver.resolveTxt(name),
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

function answer(query: Buffer, records: TestRecords): Buffer | null {
  const { name, end } = readName(query);
  const type = query.readUInt16BE(end);
  const found = records.get(type === TXT ? name : `${TYPES[type]} ${name}`);
  if (found === "silent") return null;
  const texts = found === undefined || found === "fails" ? [] : found;
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(ANSWER | statusOf(found), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  // The question stands again as it came: its name, type and class.
  return Buffer.concat([
    header,
    query.subarray(HEADER_BYTES, end + 4),
    ...texts.map((text) => record(type, text)),
  ]);
}

function statusOf(found: readonly string[] | "fails" | undefined): number {
  if (found === undefined) return NO_SUCH_NAME;
  return found === "fails" ? SERVER_FAILED : NO_ERROR;
}

function record(type: number, text: string): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  // The name of the question, which begins behind the header.
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  const data = dataOf(type, text);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function dataOf(type: number, text: string): Buffer {
  if (TYPES[type] === "A") return Buffer.from(text.split(".").map(Number));
  if (TYPES[type] === "AAAA") {
    const groups = text.split(":").map((group) => Number.parseInt(group, 16));
    return Buffer.from(groups.flatMap((group) => [group >> 8, group & 255]));
  }
  if (TYPES[type] === "PTR") {
    const labels = text.split(".").map((label) => Buffer.from(label, "latin1"));
    return Buffer.concat([
      ...labels.flatMap((label) => [Buffer.of(label.length), label]),
      Buffer.of(0),
    ]);
  }
  // A text stands in pieces of at most 255 bytes; here two, as long ones do.
  const half = Math.ceil(text.length / 2);
  const pieces = [text.slice(0, half), text.slice(half)].map((piece) =>
    Buffer.concat([Buffer.of(piece.length), Buffer.from(piece)]),
  );
  return Buffer.concat(pieces);
}

function readName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  while ((query[at] ?? 0) > 0) {
    const length = query[at] ?? 0;
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}
