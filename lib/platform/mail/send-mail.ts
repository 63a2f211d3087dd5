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
  /** The same for each try: mail programs show two with the same one once. */
  readonly messageId?: string;
  /** Where mail programs unsubscribe with one click (RFC 8058). */
  readonly unsubscribeUrl?: string;
};

/** The server was given the e-mail and did not say whether it took it: it may arrive. */
export class MailMayArrive extends Error {
  override readonly name = "MailMayArrive";
}

const TIMEOUT_MS = 15_000;

/**
 * Sends an e-mail through SMTP_URL. Without it, writes it into OUTBOX_DIRECTORY, readable by the
 * owner only: `.eml` for a mail program and the same text as `.txt` for a person.
 */
export async function sendMail(mail: Mail): Promise<void> {
  const smtpUrl = env.smtpUrl();
  if (smtpUrl === undefined) return writeMail(mail);
  let isHandedOver = false;
  const transport = connectMailServer(smtpUrl, TIMEOUT_MS, (note) => {
    if (note === "DATA") isHandedOver = true;
  });
  try {
    await transport.sendMail({ from: env.mailFrom(), ...messageOf(mail) });
  } catch (error) {
    const isAnswered = error instanceof Error && "responseCode" in error;
    if (!isHandedOver || isAnswered) throw error;
    throw new MailMayArrive("The mail server did not respond.", { cause: error });
  }
}

/** Sends an e-mail about what has been done already; answers why it could not be sent, or null. */
export async function trySendMail(mail: Mail): Promise<string | null> {
  try {
    await sendMail(mail);
    return null;
  } catch (error) {
    const where = env.smtpUrl() === undefined ? "OUTBOX_DIRECTORY" : "the mail server in SMTP_URL";
    return `No e-mail was sent by ${where}: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** Why an e-mail was not sent, without the addresses and hosts that servers name. */
type MailProblem = {
  /** A sentence for customers. */
  readonly text: string;
  /** For the log. */
  readonly facts: Readonly<Record<string, string | number>>;
};

/** What may be said of an error of `sendMail`. */
export function mailProblem(error: unknown): MailProblem {
  const read = (name: string): unknown =>
    error instanceof Error ? Reflect.get(error, name) : undefined;
  const [answer, code, command] = ["responseCode", "code", "command"].map(read);
  const facts = {
    ...(typeof answer === "number" ? { answer } : {}),
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof command === "string" ? { command } : {}),
  };
  if (typeof answer === "number")
    return { text: `The mail server refused the message (${answer}).`, facts };
  if (error instanceof MailMayArrive) return { text: "The mail server did not respond.", facts };
  if (env.smtpUrl() === undefined) return { text: "The e-mail can't be written.", facts };
  return { text: "The mail server can't be reached.", facts };
}

function messageOf({ unsubscribeUrl, ...mail }: Mail) {
  if (unsubscribeUrl === undefined) return mail;
  const headers = {
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  return { ...mail, headers };
}

async function writeMail(mail: Mail): Promise<void> {
  const directory = env.outboxDirectory();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  const { message } = await transport.sendMail({ from: env.mailFrom(), ...messageOf(mail) });
  const at = new Date().toISOString().replaceAll(":", "-");
  const file = path.join(directory, `${at}-${randomBytes(4).toString("hex")}`);
  const text = `To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}\n`;
  await writeFile(`${file}.txt`, text, { mode: 0o600 });
  await writeFile(`${file}.eml`, message, { mode: 0o600 });
}
