import type { Event, Prisma } from "@/lib/db/generated/client";
import { SETTING_SCHEMAS } from "@/lib/domain/event/settings/schemas";
import {
  anySetting,
  isSettingName,
  type KeptSettingName,
  mapSettings,
  type RowField,
  type SettingName,
  type SettingValues,
} from "@/lib/domain/event/settings/table";
import { storedLanguage } from "@/lib/domain/message/message-schema";
import { readEventTimes } from "@/lib/domain/schedule/event-times";
import { instantToLocalTime } from "@/lib/domain/schedule/local-time";

/** A row as far as it holds settings: a column that the table names and Postgres does not have does not compile. */
type SettingsRow = Pick<Event, RowField | "settings">;
type StoredRow = Pick<Event, "settings">;

/** The settings of an event, as its form holds them. Throws where the row holds something that no verb writes. */
export function toSettingsInput(row: SettingsRow): SettingValues {
  // Each name has the value of its setting, whose type objects made from entries forget.
  return mapSettings((name, { column }) =>
    column === undefined ? readStored(row, name) : readColumn(row, name, column),
  ) as SettingValues;
}

/**
 * Some settings of those without a column of their own, the default for what the row does not hold. Throws where it holds
 * something that no verb writes.
 */
export function settingsOf<Name extends KeptSettingName>(
  row: StoredRow,
  ...names: readonly Name[]
): Pick<SettingValues, Name> {
  const entries = names.map((name) => [name, readStored(row, name)]);
  // As above.
  return Object.fromEntries(entries) as Pick<SettingValues, Name>;
}

function readStored({ settings }: StoredRow, name: SettingName): unknown {
  const held: unknown = Reflect.get(Object(settings), name);
  if (held === undefined) return checked(name, anySetting(name).default);
  return name === "language" ? storedLanguage(String(held)) : checked(name, held);
}

function readColumn(row: SettingsRow, name: SettingName, column: string): unknown {
  if (name === "kind") return kindOnTheWire(row);
  const held: unknown = Reflect.get(row, column);
  if (!(held instanceof Date)) return checked(name, held);
  return instantToLocalTime(held.getTime(), settingsOf(row, "timeZone").timeZone);
}

function checked(name: SettingName, held: unknown): unknown {
  const read = SETTING_SCHEMAS[name].safeParse(held);
  if (read.success) return read.data;
  throw new Error(`An event has the ${name} ${JSON.stringify(held)}: ${read.error.message}`);
}

export function kindOnTheWire({ kind }: Pick<Event, "kind">): SettingValues["kind"] {
  return kind === "always_on" ? "always-on" : kind;
}

/** What an event gets: columns of its row, and settings without a column under their own names. */
export type EventData = Omit<Prisma.EventUpdateManyMutationInput, "settings"> &
  Partial<Pick<SettingValues, KeptSettingName>>;

/** The columns of what an event gets. Settings that the row holds and this version does not know stay there. */
export function toColumns<Data extends object>(
  data: Data,
  row: StoredRow = { settings: {} },
): Omit<Data, KeptSettingName> & { readonly settings?: Prisma.InputJsonObject } {
  const entries = Object.entries(data);
  const stored = entries.filter(([name]) => isStored(name));
  const columns = Object.fromEntries(entries.filter(([name]) => !isStored(name)));
  const settings = Object.assign({}, row.settings, Object.fromEntries(stored));
  // What is no setting of the JSON column is left as it came.
  return { ...columns, ...(stored.length === 0 ? {} : { settings }) } as Omit<
    Data,
    KeptSettingName
  >;
}

function isStored(name: string): boolean {
  return isSettingName(name) && anySetting(name).column === undefined;
}

/** Checked settings with their times as instants, for `toColumns`. */
export function toEventData({ startLocal, endLocal, kind, ...settings }: SettingValues) {
  const result = readEventTimes({ startLocal, endLocal, kind, timeZone: settings.timeZone });
  if (!result.ok) throw new Error("Settings must be checked before they are stored.");
  const { startAtMs, endAtMs } = result.times;
  return {
    ...settings,
    kind: kind === "always-on" ? ("always_on" as const) : kind,
    startAt: startAtMs === null ? null : new Date(startAtMs),
    endAt: endAtMs === null ? null : new Date(endAtMs),
  };
}
