import type { ListedEvent } from "@/lib/domain/overview/overview";
import type { Permission } from "@/lib/domain/permissions/roles";
import { NAVIGATION } from "../navigation";
import type { ShellData } from "../shell-data";

/** What is asked once more, because visitors notice it. */
export type AskedAct =
  | { readonly type: "pause"; readonly eventId: string; readonly name: string }
  | { readonly type: "resume"; readonly eventId: string; readonly name: string };

/** What choosing a command does. */
export type CommandAct =
  | { readonly type: "go"; readonly href: string }
  | AskedAct
  | { readonly type: "copy"; readonly text: string; readonly what: string }
  | { readonly type: "theme"; readonly theme: "light" | "dark" | "system" }
  | { readonly type: "customer"; readonly customerId: string }
  | { readonly type: "visitor"; readonly query: string }
  | { readonly type: "shortcuts" | "sign-out" };

export function isAsked(act: CommandAct): act is AskedAct {
  return act.type === "pause" || act.type === "resume";
}

export type Command = {
  readonly id: string;
  readonly group: "Events" | "Go to" | "Actions" | "Test copies";
  readonly label: string;
  /** Stands beside the label: an id, or the keys that do the same. */
  readonly note?: string;
  /** What people may call it besides. */
  readonly words?: string;
  readonly act: CommandAct;
  /** Not shown before something is typed: there are many of them. */
  readonly isFoundOnly?: boolean;
};

const go = (href: string): CommandAct => ({ type: "go", href });

/** Everything that somebody with these permissions can reach and do from anywhere. */
export function commandsFor(shell: ShellData, events: readonly ListedEvent[]): readonly Command[] {
  const can = (permission: Permission) => shell.permissions.includes(permission);
  return [
    ...events.filter(({ isTest }) => !isTest).flatMap((event) => ofEvent(event, shell, can)),
    ...pages(can),
    ...deeds(shell, can),
    ...events.filter(({ isTest }) => isTest).map(ofCopy),
  ];
}

/** A rehearsal's copy of an event is looked at, behind everything that is real. */
function ofCopy({ eventId, name }: ListedEvent): Command {
  const path = `/events/${eventId}`;
  return { id: path, group: COPIES, label: name, note: eventId, act: go(path) };
}

function ofEvent(
  { eventId, name, status, paused }: ListedEvent,
  shell: ShellData,
  can: (permission: Permission) => boolean,
): Command[] {
  const path = `/events/${eventId}`;
  const address = `${shell.waitingRoomUrl}/?c=${shell.customer.wireId}&e=${eventId}`;
  const all: (Command | false)[] = [
    { id: path, group: "Events", label: name, note: eventId, words: "live open", act: go(path) },
    can("event:operate") &&
      status === "open" && {
        id: `${path} pause`,
        group: "Actions",
        label: `${paused ? "Resume" : "Pause"} ${name}`,
        note: eventId,
        act: { type: paused ? "resume" : "pause", eventId, name },
      },
    can("event:write") && {
      id: `${path}/settings`,
      group: "Go to",
      label: `Settings of ${name}`,
      note: eventId,
      words: "change edit",
      act: go(`${path}/settings`),
    },
    {
      id: `${path} copy`,
      group: "Actions",
      label: `Copy the waiting room URL of ${name}`,
      note: eventId,
      words: "link url",
      act: { type: "copy", text: address, what: "URL" },
    },
  ];
  return all.filter((one) => one !== false);
}

/** Found by whatever people call it; SAML, too, whose lack the page says. */
const SIGN_IN_RULES: Command = {
  id: "/customer/sign-in",
  group: "Go to",
  label: "Single sign-on and sign-in rules",
  words: "sso saml oidc openid connect idp identity provider okta entra google 2fa mfa two-factor",
  act: go("/customer/sign-in"),
};

const DEVICE_LOGIN: Command = {
  id: "/device",
  group: "Go to",
  label: "Sign in a program",
  words: "device code login command line cli terminal",
  act: go("/device"),
};

function pages(can: (permission: Permission) => boolean): Command[] {
  const seen = NAVIGATION.flatMap(({ items }) => items).filter(({ permission }) => can(permission));
  return [
    ...seen.map(
      ({ label, href, key, words = "" }): Command => ({
        id: href,
        group: "Go to",
        label,
        note: `g ${key}`,
        words: `page ${words}`,
        act: go(href),
      }),
    ),
    {
      id: "/account",
      group: "Go to",
      label: "Your account",
      words: "password sessions sign-in profile",
      act: go("/account"),
    },
    ...(can("customer:read") ? [SIGN_IN_RULES] : []),
    ...(can("api-key:write") ? [DEVICE_LOGIN] : []),
    {
      id: "/wall",
      group: "Go to",
      label: "Wall",
      words: "full screen overview tv",
      act: go("/wall"),
    },
    { id: "/docs", group: "Go to", label: "Documentation", words: "help docs", act: go("/docs") },
  ];
}

function deeds(shell: ShellData, can: (permission: Permission) => boolean): Command[] {
  const configUrl = `${shell.waitingRoomUrl}/status/integrationconfig/secure/${shell.customer.wireId}`;
  const all: (Command | false)[] = [
    can("event:write") && {
      id: "create-event",
      group: "Actions",
      label: "Create event",
      note: "c",
      words: "new add waiting room",
      act: go("/events/new"),
    },
    can("rule:write") && {
      id: "create-rule",
      group: "Actions",
      label: "Add rule",
      words: "new create trigger",
      act: go("/rules/new"),
    },
    {
      id: "copy-customer",
      group: "Actions",
      label: "Copy customer ID",
      note: shell.customer.wireId,
      act: { type: "copy", text: shell.customer.wireId, what: "Customer ID" },
    },
    {
      id: "copy-config",
      group: "Actions",
      label: "Copy config URL for connectors",
      words: "snippet integration address",
      act: { type: "copy", text: configUrl, what: "Config URL" },
    },
    ...themes(),
    ...shell.customers
      .filter(({ id }) => id !== shell.customer.id)
      .map(
        ({ id, name, wireId }): Command => ({
          id: `customer ${id}`,
          group: "Actions",
          label: `Switch to ${name}`,
          note: wireId,
          words: "customer change",
          act: { type: "customer", customerId: id },
        }),
      ),
    {
      id: "shortcuts",
      group: "Actions",
      label: "Keyboard shortcuts",
      note: "?",
      words: "keyboard shortcuts help",
      act: { type: "shortcuts" },
    },
    {
      id: "sign-out",
      group: "Actions",
      label: "Sign out",
      words: "log out leave",
      act: { type: "sign-out" },
    },
  ];
  return all.filter((one) => one !== false);
}

function themes(): Command[] {
  const labels = { light: "Light theme", dark: "Dark theme", system: "System theme" };
  return (["light", "dark", "system"] as const).map((theme) => ({
    id: `theme ${theme}`,
    group: "Actions",
    label: labels[theme],
    words: "switch mode appearance",
    act: { type: "theme", theme },
  }));
}

/** So many are shown. */
const SHOWN = 30;
/** Before anything is typed, so many of the events. */
const EVENTS_AT_FIRST = 5;
const GROUPS = ["Events", "Go to", "Actions"] as const;
const COPIES = "Test copies";

/**
 * The commands that fit what was typed, the best first, group by group: each word begins a word of the label, or stands
 * anywhere in it, in the note or in the other words. Without a search the pages and common acts, and the first events.
 */
export function findCommands(commands: readonly Command[], search: string): readonly Command[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return atFirst(commands);
  const ranked = commands
    .map((command) => ({ command, rank: rankOf(command, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, SHOWN);
  const best = (group: Command["group"]) =>
    Math.max(0, ...ranked.filter(({ command }) => command.group === group).map(({ rank }) => rank));
  const groups = GROUPS.toSorted((a, b) => best(b) - best(a));
  return [...groups, COPIES].flatMap((group) =>
    ranked.flatMap(({ command }) => (command.group === group ? [command] : [])),
  );
}

function atFirst(commands: readonly Command[]): readonly Command[] {
  const events = commands.filter(({ group }) => group === "Events").slice(0, EVENTS_AT_FIRST);
  const ofNoEvent = commands.filter(
    ({ id, group, isFoundOnly }) => group !== "Events" && !isOfEvent(id) && isFoundOnly !== true,
  );
  return GROUPS.flatMap((group) =>
    [...events, ...ofNoEvent].filter((command) => command.group === group),
  );
}

function isOfEvent(id: string): boolean {
  return id.startsWith("/events/");
}

/** 0 where a word fits nowhere. */
function rankOf(command: Command, words: readonly string[]): number {
  const label = command.label.toLowerCase();
  const rest = `${command.note ?? ""} ${command.words ?? ""}`.toLowerCase();
  let rank = 0;
  for (const word of words) {
    if (label.startsWith(word)) rank += 5;
    else if (label.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))) rank += 4;
    else if (label.includes(word)) rank += 2;
    else if (rest.includes(word)) rank += 1;
    else return 0;
  }
  return rank / words.length;
}
