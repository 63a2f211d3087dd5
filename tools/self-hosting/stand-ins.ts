// What the guide asks a reader to have: a mail server, which keeps the last link that it was sent in the folder that is
// named, and a site behind the connector.
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

const folder = process.argv[2] ?? ".";

new SMTPServer({
  disabledCommands: ["STARTTLS"],
  authMethods: ["PLAIN"],
  allowInsecureAuth: true,
  onAuth({ username, password }, _session, callback) {
    const isKnown = username === "stanchion" && password === "mail-password";
    callback(isKnown ? null : new Error("Who are you?"), { user: username });
  },
  async onData(stream, _session, callback) {
    const mail = (await text(stream)).replaceAll("=\r\n", "").replaceAll("=3D", "=");
    const link = /^https:\S+$/m.exec(mail)?.[0];
    if (link !== undefined) writeFileSync(join(folder, "last-link"), link);
    callback();
  },
}).listen(587);

createServer((request, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(`<!doctype html><title>Shop</title><h1>You are in</h1><p>${request.url}</p>`);
}).listen(8000, "127.0.0.1");
