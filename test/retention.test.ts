import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { PersonalData } from "@/lib/domain/personal-data";
import type { TableData } from "@/lib/domain/retention/held-data";
import { DATA_IN_POSTGRES } from "@/lib/domain/retention/in-postgres";
import { DATA_IN_REDIS } from "@/lib/domain/retention/in-redis";
import { EVENT_KEYS } from "@/lib/line/event-keys";
import { HASHES } from "@/lib/line/schema";
import { projectPath } from "@/tools/stack/paths";

const MODEL = /^model (\w+) \{\n([\s\S]*?)^\}/gm;
/** Without those of the version before, which a column of this one holds as well. */
const COLUMN = /^ {2}(\w+) +(\w+)(?!.*@ignore$)/gm;

/** The fields of `line`, `draw-order` and `reports`: none says anything about a person. */
const PLAIN_FIELDS: ReadonlySet<string> = new Set([
  ...["run", "lanes", "version", "kind", "status", "paused", "startAtMs", "preQueueMs", "endAtMs"],
  ...[
    "outflowPerMinute",
    "lineLimit",
    "validitySeconds",
    "method",
    "queueAll",
    "activeCap",
    "moves",
  ],
  ...["seatMs", "laneMode", "unitsPerAdmission", "draw", "weight", "replid", "correctionMs"],
  ...["lineAtMs", "clockJumpMs", "restoring", "writtenBack", "lossAtMs", "holdUntilMs"],
  ...["heldOffset", "losses", "tokens", "tokensAtMs", "lateTokens", "lateDueMs", "laneTokens"],
  ...["last", "serving", "holes", "history", "live", "gone", "allowance", "tickAtMs", "promises"],
  ...["heldBack", "left", "removed", "waitingAtEnd"],
  ...["speeds", "speedsAtMs", "unsteadyAtMs", "presenceAtMs", "presenceSinceMs", "silenceAtMs"],
  ...["interval", "intervalLast", "checkIns", "chance", "backlog", "joined", "challenged"],
  ...["admitted", "outside"],
  ...["measured", "nodes", "countedSinceMs", "recentTurn", "recentTurnedAtMs", "joinsTurn"],
  ...[
    "joinsTurnedAtMs",
    "joinsNotedAtMs",
    "limitsVersion",
    "limitsAtMs",
    "governedOutflow",
    "stock",
  ],
  ...["salesReported", "grants", "inletOutflow", "inletCap", "inletBy", "inletEveryMs"],
  ...["inletStartMs", "inletEndMs", "inletGiven", "drawLast", "drawClosed", "drawFreeze"],
  ...["drawnAtMs", "drawOpensAtMs", "key", "groups", "lastIndex", "used", "refused"],
  ...["rules", "failOpen"],
  ...["reportedAtMs", "turn", "turnedAtMs", "safetyNetPerMinute", "safetyNetActive", "letIn"],
  "sourcesSinceMs",
  ...["netAtMs", "keptLast", "figuresPart", "countedMinute", "sampledMinute", "noShows", "endDue"],
  ...["passedTo", "copyAtMs", "shift", "stockAtMs", "soldAgain"],
]);

/** `Model.column` of all columns of a schema; relations are none. */
function columnsOf(schema: string): string[] {
  const models = [...schema.matchAll(MODEL)];
  const names = new Set(models.map(([, name]) => name));
  return models.flatMap(([, model, body = ""]) =>
    [...body.matchAll(COLUMN)].flatMap(([, column, type]) =>
      names.has(type) ? [] : [`${model}.${column}`],
    ),
  );
}

const declaredIn = (tables: Readonly<Record<string, TableData>>) =>
  Object.entries(tables).flatMap(([model, { plain, secret = [], personal = {} }]) =>
    [...plain, ...secret, ...Object.keys(personal)].map((column) => `${model}.${column}`),
  );

const SCHEMA = readFileSync(projectPath("prisma/schema.prisma"), "utf8");
const KEYS = readFileSync(projectPath("lib/line/keys.ts"), "utf8");

/** What stands behind the customer and event in the keys of a source. */
function suffixesOf(source: string): string[] {
  const whole = [
    ...source.matchAll(/key\((?:`\$\{(?:tag|eventTag\(event\))\}|`wr:\{[^`]*?\}\}|"wr):([\w-]+)/g),
  ];
  return whole.map(([, suffix = ""]) => suffix);
}

test("each column of Postgres is declared once: what it says about a person, and for how long", () => {
  const columns = columnsOf(SCHEMA);
  expect(columns.length).toBeGreaterThan(150);
  expect(declaredIn(DATA_IN_POSTGRES).sort()).toEqual(columns.sort());
});

test("a column that nobody has declared is found, and so is a new table", () => {
  const changed = SCHEMA.replace("model User {\n", "model User {\n  phone String\n").concat(
    "\nmodel Diary {\n  text String\n}\n",
  );
  const declared = new Set(declaredIn(DATA_IN_POSTGRES));
  expect(columnsOf(changed).filter((column) => !declared.has(column))).toEqual([
    "User.phone",
    "Diary.text",
  ]);
});

test("each key of Redis and each field of it is declared", () => {
  const keys = [...Object.values(EVENT_KEYS).map(({ suffix }) => suffix), ...suffixesOf(KEYS)];
  expect(keys.length).toBeGreaterThan(25);
  expect(Object.keys(DATA_IN_REDIS).sort()).toEqual(keys.sort());
  const fields = Object.values(HASHES).flatMap((hash) => Object.keys(hash));
  expect([...PLAIN_FIELDS].sort()).toEqual([...new Set(fields)].sort());
});

test("a key that nobody has declared is found", () => {
  const planted = `${KEYS}\nexport const x = { a: key(\`\${tag}:diary\`), b: key("wr:phones") };`;
  const known: readonly string[] = Object.keys(DATA_IN_REDIS);
  expect(suffixesOf(planted).filter((suffix) => !known.includes(suffix))).toEqual([
    "diary",
    "phones",
  ]);
});

const HEAD = ["| What | Why | How long |", "|---|---|---|"];

/** One row for all that is kept for the same reason and time, about users or about visitors. */
function tableOf(kept: readonly PersonalData[]): string {
  const rows = new Map<string, Set<string>>();
  let reason = "";
  for (const { what, why, kept: until } of kept) {
    reason = why === "the same" ? reason : why;
    const key = `${reason} | ${until}`;
    rows.set(key, (rows.get(key) ?? new Set()).add(what));
  }
  return [
    ...HEAD,
    ...[...rows].map(([key, whats]) => `| ${[...whats].join("; ")} | ${key} |`),
  ].join("\n");
}

const IN_POSTGRES = Object.values<TableData>(DATA_IN_POSTGRES).flatMap(({ personal = {} }) =>
  Object.values(personal),
);
const IN_REDIS = Object.values(DATA_IN_REDIS).filter((data) => data !== null);
const about = (person: PersonalData["about"]) =>
  tableOf(IN_POSTGRES.filter((data) => data.about === person));

test("docs/privacy.md has these tables (-u writes them anew)", async () => {
  const path = projectPath("docs/privacy.md");
  const tables = {
    visitors: about("visitor"),
    users: about("user"),
    redis: tableOf(IN_REDIS),
  };
  expect(IN_REDIS.map((data) => data.about)).not.toContain("user");
  const page = readFileSync(path, "utf8").replace(
    /(<!-- (visitors|users|redis) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: keyof typeof tables, end: string) =>
      `${begin}\n${tables[name]}\n\n${end}`,
  );
  for (const table of Object.values(tables)) expect(page).toContain(table);
  await expect(page).toMatchFileSnapshot(path);
});
