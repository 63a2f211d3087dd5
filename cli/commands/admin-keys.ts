import { Command, InvalidArgumentError } from "commander";
import {
  INSTALLATION_PERMISSIONS,
  type InstallationPermission,
} from "@/lib/domain/permissions/installation";
import type { InstallationKeyView } from "@/lib/services/installation/api-key/manage";
import { orRefused } from "../refusals";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";
import { withDatabase } from "../with-database";

type CreateOptions = {
  readonly name: string;
  readonly permissions: readonly InstallationPermission[];
  readonly days?: number;
};

/** `stanchion admin keys create|list|revoke` */
export function adminKeysCommand(terminal: Terminal): Command {
  const keys = new Command("keys").description(
    "API keys of the installation, for programs that manage customers.",
  );
  const create = new Command("create")
    .description("Creates a key and prints it once.")
    .requiredOption("--name <name>", "what it is for")
    .option("--permissions <list>", `of ${INSTALLATION_PERMISSIONS.join(", ")}`, readPermissions, [
      "customers:read",
    ])
    .option("--days <n>", "how long it is valid (default: until revoked)", readDays);
  const list = new Command("list").description("Lists the keys, also revoked ones.");
  const revoke = new Command("revoke").description("Revokes a key.").argument("<id>", "key ID");
  const refusing = (command: Command, work: () => Promise<Report>) =>
    orRefused(terminal, command, () => withDatabase("admin", work));
  reporting(create, terminal, (options: CreateOptions) => refusing(create, () => add(options)));
  reporting(list, terminal, () => refusing(list, listAll));
  reporting(revoke, terminal, (id: string) => refusing(revoke, () => end(id)));
  for (const command of [create, list, revoke]) keys.addCommand(command);
  return keys.addHelpText("after", "\nAll commands require DATABASE_URL and MASTER_KEY.");
}

function readPermissions(text: string): readonly InstallationPermission[] {
  const names = text.split(",");
  const found = INSTALLATION_PERMISSIONS.filter((one) => names.includes(one));
  if (found.length === names.length) return found;
  throw new InvalidArgumentError(
    `Use ${INSTALLATION_PERMISSIONS.join(", ")}, with commas between.`,
  );
}

function readDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 3_650) return days;
  throw new InvalidArgumentError("Enter 1 to 3650.");
}

async function add({ name, permissions, days }: CreateOptions): Promise<Report> {
  const { createInstallationKey } = await import("@/lib/services/installation/api-key/manage");
  const asked = { name, permissions: [...permissions], validDays: days ?? null };
  const figures = await createInstallationKey(asked);
  return { lines: [figures.text, inWords(figures)], figures };
}

async function listAll(): Promise<Report> {
  const { listInstallationKeys } = await import("@/lib/services/installation/api-key/manage");
  const keys = await listInstallationKeys();
  return { lines: keys.length === 0 ? ["No keys yet."] : keys.map(inWords), figures: { keys } };
}

async function end(id: string): Promise<Report> {
  const { revokeInstallationKey } = await import("@/lib/services/installation/api-key/manage");
  const figures = await revokeInstallationKey(id);
  return { lines: [inWords(figures)], figures };
}

function inWords({ id, name, prefix, permissions, ...key }: InstallationKeyView): string {
  const until = key.expiresAt === null ? "valid until revoked" : `valid until ${key.expiresAt}`;
  const state = key.revokedAt === null ? until : `revoked ${key.revokedAt}`;
  return `${id} “${name}” (${prefix}…): ${permissions.join(", ")}; ${state}`;
}
