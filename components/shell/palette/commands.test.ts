import { describe, expect, test } from "vitest";
import type { ListedEvent } from "@/lib/domain/overview/overview";
import { permissionsOfRole, type Role } from "@/lib/domain/permissions/roles";
import { supportCode } from "@/lib/domain/support-code/support-code";
import type { ShellData } from "../shell-data";
import { addressCommands } from "./address-commands";
import { commandsFor, findCommands } from "./commands";
import { settingCommands } from "./setting-commands";
import { withVisitor } from "./visitor-command";

function shellOf(role: Role): ShellData {
  const customer = { id: "cus_1", wireId: "acme", name: "Acme", timeZone: "UTC", role };
  return {
    user: { name: "Ana", email: "ana@example.com" },
    customer,
    customers: [customer, { ...customer, id: "cus_2", wireId: "other", name: "Other Hall" }],
    permissions: [...permissionsOfRole(role)],
    waitingRoomUrl: "https://room.example",
  };
}

const event = (eventId: string, name: string, rest: Partial<ListedEvent> = {}): ListedEvent => ({
  eventId,
  name,
  kind: "always-on",
  status: "open",
  isTest: false,
  paused: false,
  letThrough: false,
  phase: "dormant",
  waiting: 0,
  admitted: 0,
  admittedPerMinute: 0,
  outflowPerMinute: 600,
  setOutflowPerMinute: 600,
  waitSeconds: null,
  nextAt: null,
  createdAt: "2030-01-01T00:00:00.000Z",
  series: [],
  problems: [],
  ...rest,
});

const EVENTS = [
  event("spring", "Spring Sale"),
  event("autumn", "Autumn Sale", { paused: true }),
  event("later", "Later", { status: "draft" }),
];
const labels = (role: Role, search: string, events = EVENTS) =>
  findCommands(commandsFor(shellOf(role), events), search).map(({ label }) => label);

describe("the palette", () => {
  test.each([
    ["total active users", "Active cap · Spring Sale"],
    ["new users per minute", "Outflow · Spring Sale"],
    ["max redirected", "Outflow · Spring Sale"],
    ["rate limit", "Outflow · Spring Sale"],
    ["session duration", "Session length · Spring Sale"],
    ["cookie validity", "Session length · Spring Sale"],
    ["prequeue", "Pre-queue · Spring Sale"],
    ["shuffle", "Pre-queue order · Spring Sale"],
    ["custom page html", "Theme · Spring Sale"],
    ["visitor prioritization", "Admission · Spring Sale"],
    ["invite only", "By invitation only · Spring Sale"],
  ])("finds a setting by another system's name: %s", (search, label) => {
    const found = settingCommands(shellOf("owner").permissions, EVENTS, search);
    expect(findCommands(found, search).map((one) => one.label)).toContain(label);
  });

  test.each([
    ["triggers", "Rules"],
    ["bypass", "Address lists"],
    ["knownuser", "Connectors"],
    ["analytics", "Reports"],
    ["layout", "Themes"],
  ])("finds a page by another system's name: %s", (search, label) => {
    expect(labels("owner", search)).toContain(label);
  });

  test("leads to the page for a login code whoever may make keys", () => {
    expect(labels("owner", "device code")).toEqual(["Sign in a program"]);
    expect(labels("viewer", "device code")).toEqual([]);
  });

  test("finds events by parts of their names, and what can be done with them", () => {
    expect(labels("owner", "spr sal")).toEqual([
      "Spring Sale",
      "Settings of Spring Sale",
      "Pause Spring Sale",
      "Copy the waiting room URL of Spring Sale",
    ]);
    expect(labels("owner", "resume")).toContain("Resume Autumn Sale");
    expect(labels("owner", "pause later")).toEqual([]);
  });

  test("begins with what fits best", () => {
    expect(labels("owner", "pause")[0]).toBe("Pause Spring Sale");
    expect(labels("owner", "overview")[0]).toBe("Overview");
    expect(labels("owner", "dark")).toEqual(["Dark theme"]);
    expect(labels("owner", "other hall")).toEqual(["Switch to Other Hall"]);
  });

  test("offers nothing that the role may not do", () => {
    const all = labels("viewer", "").concat(labels("viewer", "spring"), labels("viewer", "secret"));
    for (const label of ["Create event", "Add rule", "Pause Spring Sale", "Secrets & keys"]) {
      expect(all).not.toContain(label);
      expect(labels("owner", label)).toContain(label);
    }
    expect(all).toContain("Spring Sale");
  });

  test("shows pages and acts before anything is typed, and of a thousand events the first few", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => event(`e${index}`, `Event ${index}`));
    const shown = labels("owner", "", many);
    expect(shown.filter((label) => label.startsWith("Event "))).toHaveLength(5);
    expect(shown).toContain("Create event");
    expect(labels("owner", "event", many)).toHaveLength(30);
    expect(labels("owner", "event 777", many)[0]).toBe("Event 777");
  });

  test("finds settings by name at the events that are named, and at the first few where none is", () => {
    const { permissions } = shellOf("owner");
    const found = (search: string) =>
      findCommands(settingCommands(permissions, EVENTS, search), search).map(({ label }) => label);
    expect(found("outflow spring")).toContain("Outflow · Spring Sale");
    expect(found("outflow spring").every((label) => label.endsWith("Spring Sale"))).toBe(true);
    expect(found("spring")).toEqual([]);
    expect(found("outflow").length).toBeGreaterThan(1);
  });

  test("finds things and documents by name, and shows none of them before", () => {
    const commands = addressCommands({
      addresses: [
        {
          ...{ kind: "member", id: "mem_1", name: "Bo Berg", detail: "bo@example.com" },
          href: "/members",
        },
      ],
      docs: [{ path: "draw", title: "The draw" }],
    });
    const shown = (search: string) => findCommands(commands, search).map(({ label }) => label);
    expect(shown("bo@exa")).toEqual(["Member: Bo Berg"]);
    expect(shown("docs draw")).toEqual(["Docs: The draw"]);
    expect(shown("")).toEqual([]);
  });

  test("looks for a visitor: first where a code, an id or an address was typed, else last", () => {
    const { permissions } = shellOf("viewer");
    const [command] = commandsFor(shellOf("viewer"), EVENTS);
    const others = command === undefined ? [] : [command];
    const shown = (typed: string) =>
      withVisitor(others, typed, permissions).map(({ act }) => act.type);
    const code = supportCode({ runId: 1, lane: 0, number: 12 });
    for (const typed of [code, code.toLowerCase(), crypto.randomUUID(), "bo@example.com"])
      expect(shown(typed)).toEqual(["visitor", "go"]);
    expect(shown("customer-77")).toEqual(["go", "visitor"]);
    expect(shown("abc")).toEqual(["go"]);
    expect(withVisitor(others, code, [])).toBe(others);
  });

  test("finds single sign-on under the names that people know", () => {
    for (const typed of ["SSO", "single sign-on", "SAML", "openid"])
      expect(labels("owner", typed)).toContain("Single sign-on and sign-in rules");
  });

  test("names each command once", () => {
    const ids = commandsFor(shellOf("owner"), EVENTS).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test("a rehearsal's copy stands behind everything else, and is only looked at", () => {
  const copy = event("copy", "Test: Spring Sale", { isTest: true });
  const all = [copy, ...EVENTS];
  expect(labels("owner", "spring", all).at(-1)).toBe("Test: Spring Sale");
  expect(labels("owner", "test spring", all)).toEqual(["Test: Spring Sale"]);
});
