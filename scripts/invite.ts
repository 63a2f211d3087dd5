import { z } from "zod";
import { disconnectDb } from "@/lib/db/client";
import { inviteFounder } from "@/lib/services/invitation/create";
import { ExpectedFailure } from "../tools/stack/expected-failure";
import { readOptions, runCommand } from "../tools/stack/run-command";

const USAGE = `Lets somebody sign up where SIGN_UP is "invite": sends them an e-mail and prints its link.

  npm run invite -- ana@example.com

Environment: DATABASE_URL and CONSOLE_URL of the installation; SMTP_URL and MAIL_FROM, else the e-mail
is written to OUTBOX_DIRECTORY.`;

runCommand(async () => {
  const { values, positionals } = readOptions({
    options: { help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const email = z.email().safeParse(positionals[0]);
  if (!email.success) throw new ExpectedFailure("Say whom to invite: npm run invite -- an e-mail.");
  for (const name of ["DATABASE_URL", "CONSOLE_URL"]) {
    if (!process.env[name]) throw new ExpectedFailure(`Set ${name} first.`);
  }
  console.log(await inviteFounder(email.data));
  await disconnectDb();
  return 0;
});
