import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { sendMail } from "./send-mail";

const link = `http://console.localhost:3000/reset-password?token=${"a".repeat(43)}`;
const mail = { to: "zoë@example.com", subject: "Grüße", text: `Hello Zoë,\n\n${link}` };

afterEach(() => vi.unstubAllEnvs());

test("without a mail server an e-mail becomes two files that only the owner can read", async () => {
  const parent = await mkdtemp(path.join(tmpdir(), "stanchion-mail-"));
  const directory = path.join(parent, "outbox");
  vi.stubEnv("SMTP_URL", "");
  vi.stubEnv("OUTBOX_DIRECTORY", directory);
  await sendMail(mail);
  const files = (await readdir(directory)).sort();
  expect(files.map((file) => path.extname(file))).toEqual([".eml", ".txt"]);
  for (const file of files) {
    expect((await stat(path.join(directory, file))).mode & 0o777).toBe(0o600);
  }
  const [eml, text] = await Promise.all(
    files.map((file) => readFile(path.join(directory, file), "utf8")),
  );
  expect(text).toBe(`To: zoë@example.com\nSubject: Grüße\n\nHello Zoë,\n\n${link}\n`);
  expect(eml).toMatch(/^From: Stanchion <no-reply@localhost>$/m);
  await rm(parent, { recursive: true });
});

test("with SMTP_URL it is handed to the mail server, and a refusal is thrown", async () => {
  const received: string[] = [];
  const server = createServer((socket) => speakSmtp(socket, received));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The server listens on TCP, so its address is no path.
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${port}?ignoreTLS=true`);
  vi.stubEnv("MAIL_FROM", "Tickets <tickets@example.com>");
  await sendMail({ ...mail, to: "ana@example.com" });
  expect(received).toContain("MAIL FROM:<tickets@example.com>");
  expect(received).toContain("RCPT TO:<ana@example.com>");
  await expect(sendMail({ ...mail, to: "refused@example.com" })).rejects.toThrow(/550/);
  await new Promise((resolve) => server.close(resolve));
});

/** As much of RFC 5321 as one delivery needs. */
function speakSmtp(socket: Socket, received: string[]): void {
  let inData = false;
  socket.write("220 test\r\n");
  socket.on("data", (chunk) => {
    for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
      received.push(line);
      if (inData && line !== ".") continue;
      inData = line === "DATA";
      if (line === "DATA") socket.write("354 go on\r\n");
      else if (line.includes("refused@")) socket.write("550 no such mailbox\r\n");
      else socket.write(line === "QUIT" ? "221 bye\r\n" : "250 ok\r\n");
    }
  });
}
