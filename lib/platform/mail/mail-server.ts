import { createTransport } from "nodemailer";
import SmtpTransport from "nodemailer/lib/smtp-transport/index.js";

/**
 * The mail server of an address. It may take `timeoutMs` for each step: only the transport takes limits beside an address,
 * `createTransport` forgets them. `onNote` hears what happens on the connection.
 */
export function connectMailServer(
  url: string,
  timeoutMs: number,
  onNote: (note: string) => void = () => undefined,
) {
  const note = (_fields: unknown, text: unknown) => onNote(String(text));
  const logger = {
    level: () => undefined,
    trace: note,
    debug: note,
    info: note,
    warn: note,
    error: note,
    fatal: note,
  };
  return createTransport(
    new SmtpTransport({
      url,
      logger,
      // What is said on it, without passwords.
      transactionLog: true,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    }),
  );
}
