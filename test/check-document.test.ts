import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ADDRESS_FINDINGS } from "@/cli/installation/addresses";
import { CERTIFICATE_FINDINGS } from "@/cli/installation/certificates";
import { CLOCK_FINDINGS } from "@/cli/installation/clocks";
import { FILE_FINDINGS } from "@/cli/installation/files";
import type { Findings } from "@/cli/installation/finding";
import { KEY_FINDINGS } from "@/cli/installation/keys";
import { MAIL_FINDINGS } from "@/cli/installation/mail";
import { MIGRATION_FINDINGS } from "@/cli/installation/migrations";
import { POSTGRES_FINDINGS } from "@/cli/installation/postgres";
import { PROCESS_FINDINGS } from "@/cli/installation/processes";
import { PROXY_FINDINGS } from "@/cli/installation/proxies";
import { REDIS_FINDINGS } from "@/cli/installation/redis";
import { SETTINGS_FINDINGS } from "@/cli/installation/settings";
import { VERSIONS_FINDINGS } from "@/cli/installation/versions";
import { projectPath } from "@/tools/stack/paths";

const ALL_FINDINGS: Readonly<Record<string, Findings<string>>> = {
  Settings: SETTINGS_FINDINGS,
  Versions: VERSIONS_FINDINGS,
  Redis: REDIS_FINDINGS,
  Postgres: POSTGRES_FINDINGS,
  Clocks: CLOCK_FINDINGS,
  Migrations: MIGRATION_FINDINGS,
  Keys: KEY_FINDINGS,
  Mail: MAIL_FINDINGS,
  Files: FILE_FINDINGS,
  Certificates: CERTIFICATE_FINDINGS,
  Addresses: ADDRESS_FINDINGS,
  Proxies: PROXY_FINDINGS,
  Processes: PROCESS_FINDINGS,
};

const HEAD = `# Is everything right?

\`stanchion check\` looks at a whole installation, from the machine and with the environment of one of its programs, and says
what to do about each finding. It changes nothing, and may be run at any time; run it after installing and after each change.

\`\`\`
stanchion check --settings-file /etc/stanchion/stanchion.env
\`\`\`

It ends with 0 where all could be looked at and nothing is an error, and with 1 otherwise; there may be warnings. With \`--json\` it prints one object:

\`\`\`json
{
  "ok": false,
  "findings": [
    {
      "code": "migrations.pending",
      "severity": "error",
      "what": "The database lacks 2 migrations, from 20261122225423_draft on.",
      "todo": "Run stanchion migrate, then start the programs."
    }
  ],
  "checked": ["settings", "node", "redis"],
  "notChecked": [{ "area": "sealed", "because": "The database is not migrated." }]
}
\`\`\`

What stands in \`notChecked\` nobody knows, so that \`ok\` is false then, too. Codes stay the same from version to version.
\`--settings-file\` only says which file's permissions to look at; the settings come from the environment.

## What it sees, and what it does not

- Addresses are asked **from this machine**. Where a name leads elsewhere inside than outside, or the way out is closed, it does
  not see what visitors see; run it on a machine that asks as they do.
- **Proxies** are counted by what arrives. The command signs a question with a key made of \`MASTER_KEY\`, sends it to the public address,
  and the program answers how many addresses came in \`X-Forwarded-For\`, what it took for the visitor's, and whether it saw TLS.
  Nobody else gets an answer. A way around the proxies that this question does not take is not seen: close the ports of the
  programs to everybody but the proxy.
- **Processes** tell Redis every five seconds that they run, of which version, and [how they are](health.md).
- Only the **settings of this environment** are read. That the other programs have the same is seen in part: one with
  another \`MASTER_KEY\` does not answer the question.
- The **disk** is looked at where Redis runs on this machine.

## Findings
`;

/** What the topics name: a finding of a topic that nobody put above would be in no table. */
const TOPICS = /export const (\w+_FINDINGS)\b/g;

const cells = (...columns: readonly string[]) => `| ${columns.join(" | ")} |`;

test("docs/check.md has every finding that the code has, and no other", async () => {
  const tables = Object.entries(ALL_FINDINGS).map(([topic, findings]) => {
    const rows = Object.entries(findings).map(([code, { severity, means, todo }]) =>
      cells(`\`${code}\``, severity, means, todo),
    );
    const head = [cells("Code", "Severity", "What it means", "What to do"), "|---|---|---|---|"];
    return [`### ${topic}`, "", ...head, ...rows].join("\n");
  });
  const text = `${HEAD}\n${tables.join("\n\n")}\n`;
  await expect(text).toMatchFileSnapshot(projectPath("docs/check.md"));
});

test("every topic has a table", () => {
  const folder = projectPath("cli/installation");
  const sources = readdirSync(folder).filter((file) => !file.includes(".test."));
  const topics = sources.flatMap((file) => [
    ...readFileSync(join(folder, file), "utf8").matchAll(TOPICS),
  ]);
  expect(topics).toHaveLength(Object.keys(ALL_FINDINGS).length);
});

test("every finding is named in a test that breaks just that", () => {
  const folder = projectPath("cli/installation");
  const tests = readdirSync(folder)
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join();
  const codes = Object.values(ALL_FINDINGS).flatMap((findings) => Object.keys(findings));
  expect(codes.length).toBeGreaterThan(50);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => !tests.includes(`"${code}"`))).toEqual([]);
});
