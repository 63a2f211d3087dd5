import { connectMailServer } from "@/lib/platform/mail/mail-server";
import { type Finding, type Findings, finder, reasonOf } from "./finding";

export const MAIL_FINDINGS: Findings<
  | "mail.none"
  | "mail.unreachable"
  | "mail.tls-refused"
  | "mail.login-refused"
  | "mail.unencrypted"
  | "mail.from-local"
> = {
  "mail.none": {
    severity: "warning",
    means:
      "No mail server is set: e-mails are written to files, and visitors can't be notified by e-mail.",
    todo: "Set SMTP_URL (smtp://user:password@host:587 or smtps://…:465) and MAIL_FROM.",
  },
  "mail.unreachable": {
    severity: "error",
    means: "The mail server in SMTP_URL is not responding.",
    todo: "Correct the host and port in SMTP_URL. Many providers block port 25; use 587 or 465.",
  },
  "mail.tls-refused": {
    severity: "error",
    means:
      "TLS with the mail server fails: its certificate is not trusted, or smtp:// and smtps:// are swapped.",
    todo: "Use smtps:// for port 465 and smtp:// for 587, and the host name in its certificate. For a private CA, set NODE_EXTRA_CA_CERTS.",
  },
  "mail.login-refused": {
    severity: "error",
    means: "The mail server rejects the user or password in SMTP_URL.",
    todo: "Correct them in SMTP_URL. Percent-encode special characters.",
  },
  "mail.unencrypted": {
    severity: "warning",
    means: "The mail server password is sent unencrypted.",
    todo: "Use smtps://, or a server that supports STARTTLS.",
  },
  "mail.from-local": {
    severity: "warning",
    means: "MAIL_FROM uses localhost, which other mail servers reject.",
    todo: 'Set MAIL_FROM to an address of your domain, such as "Stanchion <no-reply@example.com>".',
  },
};

const found = finder(MAIL_FINDINGS);
const TIMEOUT_MS = 8_000;
const UPGRADED = "Connection upgraded with STARTTLS";
const TLS = /certificate|self[- ]signed|ssl|tls|wrong version number|alert/i;

/** Connects to the mail server and signs in there, without sending anything. */
export async function checkMail(smtpUrl: string | undefined, from: string): Promise<Finding[]> {
  if (smtpUrl === undefined) return [found("mail.none")];
  const findings = /@localhost>?\s*$/.test(from) ? [found("mail.from-local")] : [];
  const notes: string[] = [];
  const transport = connectMailServer(smtpUrl, TIMEOUT_MS, (note) => notes.push(note));
  try {
    await transport.verify();
    const isEncrypted = smtpUrl.startsWith("smtps:") || notes.includes(UPGRADED);
    if (new URL(smtpUrl).password !== "" && !isEncrypted) findings.push(found("mail.unencrypted"));
  } catch (error) {
    findings.push(failure(error));
  } finally {
    transport.close();
  }
  return findings;
}

function failure(error: unknown): Finding {
  const reason = reasonOf(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EAUTH")
    return found("mail.login-refused", `The mail server rejects the login: ${reason}.`);
  if (code === "ETLS" || TLS.test(reason))
    return found("mail.tls-refused", `TLS with the mail server fails: ${reason}.`);
  return found("mail.unreachable", `The mail server in SMTP_URL is not responding: ${reason}.`);
}
