import { db } from "@/lib/db/client";
import { isFigureKind, isSample } from "@/lib/domain/figures/figures";
import type { ServiceContext } from "@/lib/services/ground/context";
import { listFigures } from "@/lib/services/operation/figures/list";

const DAY_MS = 86_400_000;

/** What the console could show of an event, read as it would. */
export function openFiguresStore(context: ServiceContext, eventId: string) {
  const read = (stepMinutes: number) => {
    const now = Date.now();
    const from = new Date(now - (stepMinutes === 1 ? DAY_MS / 2 : DAY_MS)).toISOString();
    const until = new Date(now + DAY_MS / 4).toISOString();
    return listFigures(context, { eventId, from, until, stepMinutes });
  };
  return {
    /** All counts that are stored, by figure, and by `figure.lane`. */
    async rolledUp(): Promise<Map<string, number>> {
      const sums = new Map<string, number>();
      for (const { lane, figures } of (await read(1_440)).flatMap(({ lanes }) => lanes)) {
        for (const [kind, value] of Object.entries(figures)) {
          if (!isFigureKind(kind) || isSample(kind)) continue;
          for (const name of [kind, `${kind}.${lane}`]) add(sums, name, value);
        }
      }
      return sums;
    },
    /** Minutes whose figures tell other admissions than their rows. */
    async minutesApart(): Promise<number> {
      const event = { wireId: eventId, customerId: context.customer.id };
      const rows = await db().admission.findMany({ where: { run: { event } } });
      const apart = new Map<number, number>();
      for (const { admittedAt } of rows) add(apart, Math.floor(admittedAt.getTime() / 60_000), 1);
      for (const { from, lanes } of await read(1)) {
        for (const [kind, value] of lanes.flatMap(({ figures }) => Object.entries(figures))) {
          const isAdmission = kind === "renewed" || kind.startsWith("admitted-");
          if (isAdmission) add(apart, Date.parse(from) / 60_000, -value);
        }
      }
      return [...apart.values()].filter((difference) => difference !== 0).length;
    },
  };
}

function add<Name>(sums: Map<Name, number>, name: Name, value: number): void {
  sums.set(name, value + (sums.get(name) ?? 0));
}

type Counts = ReadonlyMap<string, number>;

/** Compares all that was told, by lane (`joins.1`) and in all, with every figure that is stored. */
export function compareFigures(told: Counts, stored: Counts) {
  const observed = new Map(told);
  for (const [name, count] of told) if (name.includes(".")) add(observed, figureOf(name), count);
  const toldFigures = new Set([...observed.keys()].map(figureOf));
  const strangers = [...stored.keys()].filter((name) => !toldFigures.has(figureOf(name)));
  const names = [...new Set([...observed.keys(), ...strangers])].sort();
  const rows = names.map((name) => {
    return { name, observed: observed.get(name) ?? 0, rolledUp: stored.get(name) ?? 0 };
  });
  return {
    observed: Object.fromEntries(rows.map((row) => [row.name, row.observed])),
    different: rows.filter((row) => row.observed !== row.rolledUp),
  };
}

const figureOf = (name: string) => name.split(".")[0] ?? name;
