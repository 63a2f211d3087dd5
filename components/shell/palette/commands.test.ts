import { describe, expect, test } from "vitest";
import type { ListedEvent } from "@/lib/domain/overview/overview";
import { permissionsOfRole, type Role } from "@/lib/domain/permissions/roles";
import type { ShellData } from "../shell-data";
import { commandsFor, findCommands } from "./commands";

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

  test("names each command once", () => {
    const ids = commandsFor(shellOf("owner"), EVENTS).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
