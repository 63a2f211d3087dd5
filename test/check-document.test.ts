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

const HEAD = `# Check an installation

After this page you can check a whole installation and read the findings. Run this on a machine and with the environment of one
of the programs, after installing and after each change. It changes nothing.

\`\`\`
stanchion check --settings-file /etc/stanchion/stanchion.env
\`\`\`

Each finding comes with what to do. Exit code: 0 if everything could be checked and nothing is an error, else 1. \`--json\` prints
one object:

\`\`\`json
{
  "ok": false,
  "findings": [
    {
      "code": "migrations.pending",
      "severity": "error",
      "what": "2 pending migrations, starting with 20261122225423_draft.",
      "todo": "Run stanchion migrate, then start the programs."
    }
  ],
  "checked": ["settings", "node", "redis"],
  "notChecked": [{ "area": "sealed", "because": "The database is not migrated." }]
}
\`\`\`

Codes are stable. \`--settings-file\` only names the file whose permissions are checked.

| Area | Limits |
|---|---|
| Addresses | Requested **from this machine**: it does not see what visitors see if names or firewalls differ |
| Proxies | Counted by a signed request to the public address. Other ways in are not seen: close the programs' ports to all but the proxy |
| Processes | As they report every five seconds, with their [health](health.md) |
| Settings | Of this environment. A program with another \`MASTER_KEY\` does not answer |
| Disk | Only if Redis runs here |

## Findings
`;

/** What the topics name: a finding of a topic that nobody put above would be in no table. */
const TOPICS = /export const (\w+_FINDINGS)\b/g;

const cells = (...columns: readonly string[]) => `| ${columns.join(" | ")} |`;

test("docs/check.md has every finding that the code has, and no other", async () => {
  const tables = Object.entries(ALL_FINDINGS).map(([topic, findings]) => {
    const rows = Object.entries(findings).map(([code, { severity, means }]) =>
      cells(`\`${code}\``, severity === "warning" ? `*Warning.* ${means}` : means),
    );
    const head = [cells("Code", "Meaning"), "|---|---|"];
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
