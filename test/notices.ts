import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { createCertificate } from "./certificates";

/** An e-mail as it arrived. */
export type ArrivedMail = {
  readonly to: string;
  readonly headers: string;
  readonly subject: string;
  readonly text: string;
};

/** A mail server on this machine, and what it took. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const mails: ArrivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        mails.push(readMail(to, Buffer.concat(chunks).toString("utf8")));
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The server listens on TCP, so its address is no path.
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    /** Breaks all connections off. */
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

function readMail(to: string, raw: string): ArrivedMail {
  const [headers = "", ...rest] = raw.replaceAll("\r\n", "\n").split("\n\n");
  const unfolded = headers.replace(/\n[ \t]+/g, " ");
  const subject = /^Subject: (.*)$/m.exec(unfolded)?.[1] ?? "";
  const encoding = /^Content-Transfer-Encoding: (\S+)$/im.exec(unfolded)?.[1] ?? "7bit";
  const body = rest.join("\n\n");
  return { to, headers: unfolded, subject: decodeWords(subject), text: decodeBody(body, encoding) };
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  return encoding === "quoted-printable" ? unquote(body.replaceAll("=\n", "")) : body;
}

function unquote(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function decodeWords(text: string): string {
  return text
    .replace(/\?= =\?/g, "?==?")
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, value: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(value, "base64").toString("utf8")
        : unquote(value.replaceAll("_", " ")),
    );
}

/** What a push service got, decrypted as the browser would. */
export type ArrivedPush = { readonly headers: IncomingHttpHeaders; readonly text: string };

/** A push service on this machine with one browser, and what came for it. `answer` is the status of the next answers. */
export async function startPushService() {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = randomBytes(16);
  const pushes: ArrivedPush[] = [];
  const state = { answer: 201 };
  const { cert, key } = await createCertificate({ hosts: ["localhost"] });
  const server: Server = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = decrypt(Buffer.concat(chunks), { browser, auth });
      pushes.push({ headers: request.headers, text });
      response.writeHead(state.answer).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    pushes,
    state,
    subscription: {
      endpoint: `https://localhost:${port}/${randomBytes(8).toString("hex")}`,
      p256dh: browser.getPublicKey("base64url"),
      auth: auth.toString("base64url"),
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

type Browser = { readonly browser: ReturnType<typeof createECDH>; readonly auth: Buffer };

/** RFC 8291 over RFC 8188, from their texts. */
function decrypt(body: Buffer, { browser, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const idLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]);
  const secret = hkdfSync("sha256", browser.computeSecret(sender), auth, info, 32);
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(secret), salt, Buffer.from(label), length));
  const key = derive("Content-Encoding: aes128gcm\0", 16);
  const nonce = derive("Content-Encoding: nonce\0", 12);
  const cipher = body.subarray(21 + idLength);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(cipher.subarray(-16));
  const plain = Buffer.concat([decipher.update(cipher.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2 and zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString("utf8");
}
