import { decimal, type Field, flag, integer, list } from "./schema-field";

const LINE_TIME = "ms of line time";

/** The fields of a line that say what limits the slots besides the settings. */
export const LIMITING_FIELDS = {
  limitsVersion: integer("limits", "how often a limit was changed"),
  limitsAtMs: integer(
    "guard, limits",
    "who was let in later and forgotten is counted against the limits once more",
    LINE_TIME,
  ),
  governedOutflow: decimal(
    "limit, limits",
    "what the governor leaves of the outflow; absent while it is off",
    "admissions a minute",
  ),
  stock: integer(
    "stock, stock-report, limit, limits",
    "units that are not sold, with those that are reserved; absent where nothing is counted",
    "units",
  ),
  stockAtMs: integer(
    "stock-report",
    "when the site said last how many units there are; absent before",
    LINE_TIME,
  ),
  soldAgain: list(
    "guard, limits",
    "units whose sale was written back since the last loss: `part:units;` for each tenth of a second of line time",
  ),
  salesReported: flag(
    "stock-report, limits",
    "the site reports what was sold, so that a reservation that ends without a sale gives its units back",
  ),
  grants: integer(
    "enter, bucket, inlet, limit, limits",
    "slots given by number and not used; absent where slots follow from the outflow alone",
    "slots",
  ),
  inletOutflow: decimal("inlet, limits", "outflow of a fixed-rate inlet", "admissions a minute"),
  inletCap: integer("inlet, limits", "cap of a max-active inlet", "seats"),
  inletBy: integer("inlet, limits", "periodic inlet: slots given in each interval", "slots"),
  inletEveryMs: integer("inlet, limits", "periodic inlet: the interval", "ms"),
  inletStartMs: integer("inlet, limits", "periodic inlet: its start", LINE_TIME),
  inletEndMs: integer("inlet, limits", "periodic inlet: its end; absent without one", LINE_TIME),
  inletGiven: integer(
    "bucket, inlet, limits",
    "periodic inlet: intervals whose slots were given",
    "intervals",
  ),
} satisfies Readonly<Record<string, Field>>;
