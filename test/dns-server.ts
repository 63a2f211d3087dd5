import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";

const HEADER_BYTES = 12;
const ANSWER = 0x8180;
const TXT = 16;
const NO_ERROR = 0;
const SERVER_FAILED = 2;
const NO_SUCH_NAME = 3;

/** What a name has: texts, or `fails` for a server that cannot tell. */
export type TestRecords = Map<string, readonly string[] | "fails">;

/** A name server on this machine that knows TXT records and nothing else; what is not in the map does not exist. */
export async function startDnsServer(records: TestRecords) {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    socket.send(answer(query, records), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    readTxt: (name: string) => resolver.resolveTxt(name),
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

function answer(query: Buffer, records: TestRecords): Buffer {
  const { name, end } = readName(query);
  const found = records.get(name);
  const texts = found === undefined || found === "fails" ? [] : found;
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(ANSWER | statusOf(found), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  // The question stands again as it came: its name, type and class.
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end + 4), ...texts.map(record)]);
}

function statusOf(found: readonly string[] | "fails" | undefined): number {
  if (found === undefined) return NO_SUCH_NAME;
  return found === "fails" ? SERVER_FAILED : NO_ERROR;
}

function record(text: string): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  // The name of the question, which begins behind the header.
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  // A text stands in pieces of at most 255 bytes; here two, as long ones do.
  const half = Math.ceil(text.length / 2);
  const pieces = [text.slice(0, half), text.slice(half)].map((piece) =>
    Buffer.concat([Buffer.of(piece.length), Buffer.from(piece)]),
  );
  const data = Buffer.concat(pieces);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
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
