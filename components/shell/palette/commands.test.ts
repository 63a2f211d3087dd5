import { describe, expect, test } from "vitest";
import type { RoomView } from "@/lib/domain/overview/overview";
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

const room = (eventId: string, name: string, rest: Partial<RoomView> = {}): RoomView => ({
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

const ROOMS = [
  room("spring", "Spring Sale"),
  room("autumn", "Autumn Sale", { paused: true }),
  room("later", "Later", { status: "draft" }),
];
const labels = (role: Role, search: string, rooms = ROOMS) =>
  findCommands(commandsFor(shellOf(role), rooms), search).map(({ label }) => label);

describe("the palette", () => {
  test("finds events by parts of their names, and what can be done with them", () => {
    expect(labels("owner", "spr sal")).toEqual([
      "Spring Sale",
      "Settings of Spring Sale",
      "Pause Spring Sale",
      "Copy the waiting room's address of Spring Sale",
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
    for (const label of ["Create an event", "Add a rule", "Pause Spring Sale", "Secrets & keys"]) {
      expect(all).not.toContain(label);
      expect(labels("owner", label)).toContain(label);
    }
    expect(all).toContain("Spring Sale");
  });

  test("shows pages and acts before anything is typed, and of a thousand events the first few", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => room(`e${index}`, `Event ${index}`));
    const shown = labels("owner", "", many);
    expect(shown.filter((label) => label.startsWith("Event "))).toHaveLength(5);
    expect(shown).toContain("Create an event");
    expect(labels("owner", "event", many)).toHaveLength(30);
    expect(labels("owner", "event 777", many)[0]).toBe("Event 777");
  });

  test("names each command once", () => {
    const ids = commandsFor(shellOf("owner"), ROOMS).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
