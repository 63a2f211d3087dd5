import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { startMailServer } from "@/test/mail-server";
import { mailProblem, sendMail } from "./send-mail";

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
  const { url, received, stop } = await startMailServer();
  vi.stubEnv("SMTP_URL", url);
  vi.stubEnv("MAIL_FROM", "Tickets <tickets@example.com>");
  await sendMail({ ...mail, to: "ana@example.com" });
  expect(received).toContain("MAIL FROM:<tickets@example.com>");
  expect(received).toContain("RCPT TO:<ana@example.com>");
  const refused = await sendMail({ ...mail, to: "refused@example.com" }).catch(mailProblem);
  expect(refused).toEqual({
    text: "The mail server refused the message (550).",
    facts: { answer: 550, code: "EENVELOPE", command: "RCPT TO" },
  });
  await stop();
  const away = await sendMail(mail).catch(mailProblem);
  expect(away).toMatchObject({ text: "The mail server can't be reached." });
});
