import { disconnectDb } from "@/lib/db/client";
import type { Figures } from "@/tools/shared/bars";
import { fillDemo } from "@/tools/shared/console/fill";
import { findParameters } from "@/tools/shared/console/find-parameters";
import { type Stack, startBeside } from "@/tools/stack/stack";
import type { BenchContext, Benchmark } from "../harness/benchmark";
import { startHello } from "./hello";
import { weighJavascript } from "./javascript";
import { measurePages } from "./pages";
import { measureReport } from "./report";
import { ADMISSIONS, EVENTS, seedConsole } from "./seed";
import { startSessions } from "./sign-in";
import { measureViewers, VIEWERS } from "./viewers";

/** Until what was stored is published to the line, and the pages have been asked for once. */
const SETTLE_MS = 15_000;

/** The console of an installation with 1,000 events and 10 million admissions. */
export const consoleBench: Benchmark = {
  about:
    "the console with 1,000 events and 10 million admissions: pages, scripts, live viewers, a report",
  async measure(context) {
    const stack = await startBeside({
      services: ["waiting-room", "worker", "console", "shop"],
      onProgress: context.say,
    });
    try {
      return await measureConsole(stack, context);
    } finally {
      await disconnectDb();
      await stack.close();
    }
  },
};

async function measureConsole(stack: Stack, { say }: BenchContext): Promise<Figures> {
  const { env, urls } = stack;
  for (const [name, value] of Object.entries(env))
    if (value !== undefined) process.env[name] = value;
  const databaseUrl = env["DATABASE_URL"] ?? "";
  const consoleProcessId = stack.processId("console") ?? 0;
  say(`Storing ${EVENTS} events and ${ADMISSIONS} admissions`);
  await fillDemo();
  await seedConsole(databaseUrl);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const signing = { databaseUrl, secret: env["NEXTAUTH_SECRET"] ?? "" };
  const cookies = await startSessions(signing, VIEWERS);
  const [cookie = ""] = cookies;
  const parameters = await findParameters();
  say("Building a page that says hello");
  const hello = await startHello();
  say("Asking for every page in turn with it");
  const asked = { consoleUrl: urls.console, helloUrl: hello.url, cookie, parameters, say };
  const pages = await measurePages(asked).finally(hello.stop);
  say(`${pages.pageP95Milliseconds} ms, ${pages.pageP95Ratio} times as long as it`);
  say("Weighing the scripts of every page");
  const scripts = await weighJavascript({ consoleUrl: urls.console, cookie, parameters, say });
  say(`${VIEWERS} people look at live pages`);
  // Its own questions to the database would be counted as theirs.
  await stack.stop("worker");
  const looking = { consoleUrl: urls.console, databaseUrl, consoleProcessId, cookies };
  const viewers = await measureViewers(looking);
  say("Writing the report of a million admissions");
  return { ...pages, ...scripts, ...viewers, ...(await measureReport(databaseUrl)) };
}
