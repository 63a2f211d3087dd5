import { type AddressInfo, createServer, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { createCertificate } from "@/test/certificates";
import { checkMail } from "./mail";

const FROM = "Stanchion <no-reply@example.com>";
const certificate = await createCertificate({ hosts: ["localhost"] });
const servers: SMTPServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((done) => server.close(done));
});

/** A mail server that takes the password `right`. */
async function start(options: SMTPServerOptions = {}): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    ...certificate,
    onAuth: ({ password }, _session, done) =>
      password === "right" ? done(null, { user: "ana" }) : done(new Error("Wrong password.")),
    ...options,
  });
  server.on("error", () => undefined);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The server listens on TCP, so its address is no path.
  return (server.server.address() as AddressInfo).port;
}

async function check(url: string | undefined, from = FROM): Promise<string[]> {
  return (await checkMail(url, from)).map(({ code }) => code);
}

/** The certificate of these tests is trusted because the address says so. */
const TRUSTING = "?tls.rejectUnauthorized=false";

test("a server that lets in over STARTTLS is good, and one without a login", async () => {
  const port = await start();
  expect(await check(`smtp://ana:right@localhost:${port}${TRUSTING}`)).toEqual([]);
  const open = await start({ disabledCommands: ["STARTTLS", "AUTH"] });
  expect(await check(`smtp://localhost:${open}`)).toEqual([]);
});

test("a server that lets in over TLS is good", async () => {
  const port = await start({ secure: true });
  expect(await check(`smtps://ana:right@localhost:${port}${TRUSTING}`)).toEqual([]);
});

test("none is told", async () => {
  expect(await check(undefined)).toEqual(["mail.none"]);
});

test("a wrong password is told, and not shown", async () => {
  const port = await start();
  const url = `smtp://ana:wrongpass@localhost:${port}${TRUSTING}`;
  const [finding] = await checkMail(url, FROM);
  expect(finding?.code).toBe("mail.login-refused");
  expect(JSON.stringify(finding)).not.toContain("wrongpass");
});

test("a certificate that is not trusted is told", async () => {
  const port = await start();
  expect(await check(`smtp://ana:right@localhost:${port}`)).toEqual(["mail.tls-refused"]);
  const secure = await start({ secure: true });
  expect(await check(`smtps://ana:right@localhost:${secure}`)).toEqual(["mail.tls-refused"]);
});

test("smtps for a port that speaks smtp is told", async () => {
  const port = await start();
  expect(await check(`smtps://ana:right@localhost:${port}`)).toEqual(["mail.tls-refused"]);
});

test("a password that goes over the network unencrypted is told", async () => {
  const port = await start({ disabledCommands: ["STARTTLS"] });
  expect(await check(`smtp://ana:right@localhost:${port}`)).toEqual(["mail.unencrypted"]);
});

test("a server that is not there is told", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The server listens on TCP, so its address is no path.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  expect(await check(`smtp://localhost:${port}`)).toEqual(["mail.unreachable"]);
});

test("a server that says nothing is left after the time", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  // The server listens on TCP, so its address is no path.
  const { port } = silent.address() as AddressInfo;
  expect(await check(`smtp://localhost:${port}`)).toEqual(["mail.unreachable"]);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test.each(["Stanchion <no-reply@localhost>", "no-reply@localhost"])(
  "the sender %s is told",
  async (from) => {
    const port = await start({ disabledCommands: ["STARTTLS", "AUTH"] });
    expect(await check(`smtp://localhost:${port}`, from)).toEqual(["mail.from-local"]);
  },
);
