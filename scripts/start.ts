import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { fromProject } from "../tools/stack/paths";
import { runHelpful } from "../tools/stack/run-command";
import { type Stack, startDemo } from "../tools/stack/stack";

const USAGE = `Starts the whole system with a demo in which anybody may sign up, and stays until Ctrl-C.
Not for production: see docs/self-hosting.md.

  npm start

Environment: DATABASE_URL, REDIS_URL (else own servers are started), DATA_DIR (.data),
CONSOLE_PORT, WAITING_ROOM_PORT, WAITING_ROOM_TLS_PORT, SHOP_PORT, POSTGRES_PORT, REDIS_PORT,
WAITING_ROOM_PROCESSES (one for each core), TRUSTED_PROXIES (1: whoever reaches the demo may say any address), SMTP_URL, SIGN_UP (open, invite or closed), MASTER_KEY, NEXTAUTH_SECRET`;

const SHUTTING_DOWN_NEVER = new Promise<number>(() => undefined);

function greeting({ urls, demo, env, dataDirectory }: Stack): string {
  const outbox = process.env["SMTP_URL"]
    ? ""
    : `  No SMTP_URL is set: e-mails are written to ${env["OUTBOX_DIRECTORY"]}/\n`;
  return `
Stanchion is up.

  Console       ${urls.console}
  Waiting room  ${urls.waitingRoom}  and  ${urls.waitingRoomTls}
  Demo shop     ${urls.shop}

  Sign in as    ${demo.email}
  Password      ${demo.password}

${outbox}  For npm run crowd, whose visitors all come from this machine, the waiting room believes the address that a
  client writes into X-Forwarded-For. Start it with TRUSTED_PROXIES=0 to try limits of addresses.

  Logs are in ${fromProject(dataDirectory)}/logs/. Ctrl-C stops everything.
`;
}

runHelpful(USAGE, {}, async () => {
  if (process.env["NODE_ENV"] === "production")
    throw new ExpectedFailure(
      'npm start makes a demo in which anybody may sign up, so it does not run with NODE_ENV=production: use "npm run build" and the command "stanchion", as docs/self-hosting.md says.',
    );
  const services = ["waiting-room", "worker", "console", "shop"] as const;
  const stack = await startDemo(services, (line) => console.log(`• ${line}`));
  console.log(greeting(stack));
  return SHUTTING_DOWN_NEVER;
});
