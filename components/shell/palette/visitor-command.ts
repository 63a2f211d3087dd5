import type { Permission } from "@/lib/domain/permissions/roles";
import { readSupportCode } from "@/lib/domain/support-code/support-code";
import type { Command } from "./commands";

/** Shorter texts name no visitor. */
const LEAST_CHARACTERS = 4;
const QUEUE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The commands with the one that looks for a visitor by what was typed: first where it can be nothing else, else last. */
export function withVisitor(
  found: readonly Command[],
  typed: string,
  permissions: readonly Permission[],
): readonly Command[] {
  const query = typed.trim();
  if (query.length < LEAST_CHARACTERS || !permissions.includes("report:read")) return found;
  const command: Command = {
    id: "find-visitor",
    group: "Actions",
    label: `Find visitor “${query}”`,
    act: { type: "visitor", query },
  };
  const isVisitor = QUEUE_ID.test(query) || query.includes("@") || readSupportCode(query, 0).ok;
  return isVisitor ? [command, ...found] : [...found, command];
}
