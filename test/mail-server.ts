import { type AddressInfo, createServer, type Socket } from "node:net";

/** A mail server that refuses addresses of `refused@` for good. `received` has the lines that it was sent. */
export async function startMailServer() {
  const received: string[] = [];
  const server = createServer((socket) => speakSmtp(socket, received));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The server listens on TCP, so its address is no path.
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, received, stop };
}

/** As much of RFC 5321 as one delivery needs. */
function speakSmtp(socket: Socket, received: string[]): void {
  let inData = false;
  socket.write("220 test\r\n");
  socket.on("data", (chunk) => {
    for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
      received.push(line);
      if (inData && line !== ".") continue;
      inData = line === "DATA";
      socket.write(`${answerTo(line)}\r\n`);
    }
  });
}

function answerTo(line: string): string {
  if (line === "DATA") return "354 go on";
  if (line.includes("refused@")) return "550 no such mailbox";
  return line === "QUIT" ? "221 bye" : "250 ok";
}
