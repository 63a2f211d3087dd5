import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import { env } from "@/lib/platform/env";
import { connectMailServer } from "./mail-server";

export type Mail = {
  readonly to: string;
  readonly subject: string;
  /** Plain text; links stand alone on a line. */
  readonly text: string;
};

const TIMEOUT_MS = 15_000;

/**
 * Sends an e-mail through SMTP_URL. Without it, writes it into OUTBOX_DIRECTORY, readable by the
 * owner only: `.eml` for a mail program and the same text as `.txt` for a person.
 */
export async function sendMail(mail: Mail): Promise<void> {
  const smtpUrl = env.smtpUrl();
  if (smtpUrl === undefined) return writeMail(mail);
  const transport = connectMailServer(smtpUrl, TIMEOUT_MS);
  await transport.sendMail({ from: env.mailFrom(), ...mail });
}

async function writeMail(mail: Mail): Promise<void> {
  const directory = env.outboxDirectory();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  const { message } = await transport.sendMail({ from: env.mailFrom(), ...mail });
  const at = new Date().toISOString().replaceAll(":", "-");
  const file = path.join(directory, `${at}-${randomBytes(4).toString("hex")}`);
  const text = `To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}\n`;
  await writeFile(`${file}.txt`, text, { mode: 0o600 });
  await writeFile(`${file}.eml`, message, { mode: 0o600 });
}
