// A mail server for the test of the guide: takes every mail of the one account, and keeps the last link in it.
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";

const ACCOUNT = Buffer.from("\0stanchion\0mail-password").toString("base64");

/** Answers one line of SMTP. */
function answer(line, state) {
  const [verb = "", kind = "", account = ""] = line.split(" ");
  if (/^ehlo$/i.test(verb)) return "250-mail.example.com\r\n250 AUTH PLAIN";
  if (/^auth$/i.test(verb)) {
    state.isKnown = /^plain$/i.test(kind) && account === ACCOUNT;
    return state.isKnown ? "235 OK" : "535 Who are you?";
  }
  if (/^quit$/i.test(verb)) return "221 Bye";
  if (/^(noop|rset)$/i.test(verb)) return "250 OK";
  if (!state.isKnown) return "530 Sign in first";
  if (/^data$/i.test(verb)) {
    state.mail = "";
    return "354 Go on";
  }
  return "250 OK";
}

function keep(mail) {
  const text = mail.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  const link = /^https:\S+$/m.exec(text)?.[0];
  if (link !== undefined) writeFileSync("last-link", link);
}

createServer((socket) => {
  const state = { isKnown: false, mail: null };
  let rest = "";
  socket.on("error", () => undefined);
  socket.write("220 mail.example.com\r\n");
  socket.on("data", (chunk) => {
    const lines = (rest + chunk).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (state.mail === null) socket.write(`${answer(line, state)}\r\n`);
      else if (line === ".") {
        keep(state.mail);
        state.mail = null;
        socket.write("250 OK\r\n");
      } else state.mail += `${line}\r\n`;
      if (/^quit$/i.test(line)) socket.end();
    }
  });
}).listen(587);
