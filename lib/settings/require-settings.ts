import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseUrl } from "@/lib/domain/parse-url";
import { redisTarget } from "@/lib/line/redis-address";
import { env } from "@/lib/platform/env";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { allowedHostsOf } from "@/lib/platform/outgoing/outgoing-url";
import { parseMasterKey } from "@/lib/secrets/seal";

type Setting = keyof typeof env;

/** Fewer different letters than this were typed by hand; 32 random bytes have at least 20 or so. */
const DIFFERENT_MIN = 8;
const SESSION_SECRET_MIN = 32;

/** Reads a setting as strictly as its process will, and throws the sentence that says what to set. */
const READERS: Readonly<Record<Setting, () => unknown>> = {
  ...env,
  databaseUrl: () => requireDatabaseAddress(env.databaseUrl()),
  redisUrl: () => redisTarget(env.redisUrl()),
  smtpUrl: () => requireMailAddress(env.smtpUrl()),
  auditAnchorFile: () => requireFolderOf("AUDIT_ANCHOR_FILE", env.auditAnchorFile()),
  masterKey: () => requireMasterKey("MASTER_KEY", env.masterKey()),
  previousMasterKeys: () => {
    for (const key of env.previousMasterKeys()) requireMasterKey("PREVIOUS_MASTER_KEYS", key);
  },
  sessionSecret: () => {
    const secret = env.sessionSecret();
    if (secret.length >= SESSION_SECRET_MIN && isVaried(secret)) return;
    throw new ExpectedFailure(
      `Set NEXTAUTH_SECRET to a random text of ${SESSION_SECRET_MIN} characters or more.`,
    );
  },
  allowedPrivateHosts: () => allowedHostsOf(env.allowedPrivateHosts()),
  tlsCertificateFile: () =>
    readTls("TLS_CERTIFICATE_FILE", env.tlsCertificateFile(), env.tlsKeyFile()),
  tlsKeyFile: () => readTls("TLS_KEY_FILE", env.tlsKeyFile(), env.tlsCertificateFile()),
};

const DATABASE = ["databaseUrl"] as const;
const KEYS = ["masterKey", "previousMasterKeys"] as const;
const REDIS = ["redisUrl", "redisDurability"] as const;
const MAIL = ["smtpUrl", "mailFrom", "outboxDirectory"] as const;

/** Of whatever serves operators or their programs. */
const CONSOLE = [
  ...DATABASE,
  ...REDIS,
  ...KEYS,
  "consoleUrl",
  "consoleUrlIfSet",
  "waitingRoomUrl",
  "waitingRoomOrigins",
  "waitingRoomDomain",
  "queueDomain",
  ...MAIL,
  "auditAnchorFile",
  "listenAddress",
  "metricsListen",
  "traces",
  "drainSeconds",
  "trustedProxies",
  "allowedPrivateHosts",
] as const;

/** Everything that each command reads from the environment; a test holds it against the sources. */
export const SETTINGS = {
  console: [...CONSOLE, "sessionSecret", "previousSessionSecrets", "signUp", "consolePort"],
  api: [...CONSOLE, "apiPort"],
  "waiting-room": [
    ...REDIS,
    ...KEYS,
    // Without them it would not know its own name.
    "queueDomain",
    "waitingRoomUrl",
    "queuePath",
    "waitingRoomOrigins",
    "waitingRoomDomain",
    "waitingRoomPort",
    "listenAddress",
    "waitingRoomTlsPort",
    "waitingRoomProcesses",
    "waitingRoomConnections",
    "metricsListen",
    "traces",
    "metricsEvents",
    "drainSeconds",
    "tlsCertificateFile",
    "tlsKeyFile",
    "trustedProxies",
    "captchaOrigins",
  ],
  worker: [
    ...DATABASE,
    ...REDIS,
    ...KEYS,
    "workerPort",
    "listenAddress",
    "metricsListen",
    "traces",
    "allowedPrivateHosts",
    ...MAIL,
    // A live rehearsal visits the waiting room as browsers do.
    "queueDomain",
    "waitingRoomUrl",
    "retentionAdmissionsDays",
    "retentionAddressesHours",
    "retentionAuditDays",
    "auditAnchorFile",
    "consoleUrlIfSet",
  ],
  migrate: [...DATABASE],
  keys: [...DATABASE, ...KEYS],
  "verify-fairness": [...DATABASE],
  // The master key is read where it is set; without it the tags are not checked.
  "verify-audit": [...DATABASE, "redisUrl", "auditAnchorFile"],
  "verify-audit --no-redis": [...DATABASE, "auditAnchorFile"],
  admin: [...DATABASE, ...KEYS, "consoleUrl", ...MAIL],
  "admin customers": [...DATABASE, ...KEYS],
  "admin customers export": [...DATABASE, ...KEYS, "redisUrl"],
  "admin customers delete": [...DATABASE, ...KEYS, "redisUrl"],
  "admin erase": [...DATABASE, ...KEYS, "redisUrl"],
} as const satisfies Readonly<Record<string, readonly Setting[]>>;

/** A command whose settings are known. */
export type CommandName = keyof typeof SETTINGS;

/** What is missing or malformed of the settings of a command: a sentence each, with the variable to set. */
export function wrongSettings(command: CommandName): string[] {
  const sentences = SETTINGS[command].flatMap((setting) => {
    try {
      READERS[setting]();
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  });
  return [...new Set(sentences)];
}

/** Throws one message that names all that is missing or malformed of the settings of a command. */
export function requireSettings(command: CommandName): void {
  const sentences = wrongSettings(command);
  if (sentences.length === 0) return;
  throw new ExpectedFailure(
    [
      `"stanchion ${command}" cannot start. Missing or wrong in the environment:`,
      ...sentences.map((sentence) => `  ${sentence}`),
    ].join("\n"),
  );
}

const ESCAPE =
  "Percent-encode what is special in user and password: %23 for #, %25 for %, %2F for /, %3F for ?, %40 for @.";

/** What the driver would read otherwise than it was meant, or not at all. */
function requireDatabaseAddress(text: string): void {
  const url = parseUrl(text);
  const parts = [url?.username, url?.password, url?.pathname];
  const isWhole = url !== null && url.hostname !== "" && url.hash === "" && !/\s/.test(text);
  if (isWhole && parts.every((part) => isDecodable(part ?? ""))) return;
  const form = "postgresql://user:password@host:5432/name";
  throw new ExpectedFailure(`Set DATABASE_URL to an address such as ${form}. ${ESCAPE}`);
}

function requireMailAddress(text: string | undefined): void {
  const url = text === undefined ? undefined : parseUrl(text);
  if (url === undefined) return;
  const isWhole = url !== null && url.hostname !== "" && url.hash === "";
  if (isWhole && [url.username, url.password, url.pathname].every(isDecodable)) return;
  const form = "smtp://user:password@host:587";
  throw new ExpectedFailure(`Set SMTP_URL to an address such as ${form}. ${ESCAPE}`);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function requireFolderOf(name: string, file: string | undefined): void {
  if (file === undefined || (!file.includes("\0") && existsSync(dirname(file)))) return;
  throw new ExpectedFailure(
    `Set ${name} to a file in a folder that is there; ${dirname(file)} is not.`,
  );
}

function requireMasterKey(name: string, text: string): void {
  const wrong = new ExpectedFailure(
    `Set ${name} to 32 random bytes in base64url without padding, which are 43 characters.`,
  );
  try {
    if (isVaried(parseMasterKey(text).bytes.toString("latin1"))) return;
  } catch {
    throw wrong;
  }
  throw wrong;
}

function isVaried(text: string): boolean {
  return new Set(text).size >= DIFFERENT_MIN;
}

function readTls(name: string, file: string | undefined, other: string | undefined): void {
  if (file === undefined && other === undefined) return;
  if (file === undefined) {
    throw new ExpectedFailure(
      `Set ${name}, too: TLS_CERTIFICATE_FILE and TLS_KEY_FILE go together.`,
    );
  }
  try {
    readFileSync(file);
  } catch {
    throw new ExpectedFailure(`Set ${name} to a file that can be read; ${file} cannot.`);
  }
}
