import type { Guarantee, Mutation } from "./mutation";
import { ACCESS_RULES } from "./rows/access-rules";
import { ADDRESS_LISTS } from "./rows/address-lists";
import { ADDRESSES } from "./rows/addresses";
import { AUDIT } from "./rows/audit";
import { BACKUP } from "./rows/backup";
import { BOUNDED } from "./rows/bounded";
import { BYPASS } from "./rows/bypass";
import { CAP } from "./rows/cap";
import { CAPTCHAS } from "./rows/captchas";
import { CONNECTORS } from "./rows/connectors";
import { CONSOLE } from "./rows/console";
import { CUSTOMERS } from "./rows/customers";
import { DRAW } from "./rows/draw";
import { FIGURES_BY_MINUTE } from "./rows/figures";
import { FLOW } from "./rows/flow";
import { HEALTH } from "./rows/health";
import { JOIN_LIMITS } from "./rows/join-limits";
import { KEPT } from "./rows/kept";
import { KEYS } from "./rows/keys";
import { LIMITS } from "./rows/limits";
import { LIVES_OF_EVENTS } from "./rows/lives";
import { NOTICES } from "./rows/notices";
import { NUMBERS } from "./rows/numbers";
import { ONCE } from "./rows/once";
import { ORDER_OF_ENTRY } from "./rows/order";
import { OWN_PAGES } from "./rows/own-pages";
import { PLACES } from "./rows/places";
import { POSSESSION_AND_PASSES } from "./rows/possession";
import { REDIS_AS_IT_IS_RUN } from "./rows/redis";
import { REHEARSALS } from "./rows/rehearsals";
import { REUSED_IDS } from "./rows/reused-ids";
import { SIGNING_IN } from "./rows/signing-in";
import { SITE } from "./rows/site";
import { STOCK } from "./rows/stock";
import { TENANTS } from "./rows/tenants";
import { THEMES } from "./rows/themes";

/** The tables of the documents, in their order. */
export const GUARANTEES: readonly Guarantee[] = [
  CAP,
  NUMBERS,
  ORDER_OF_ENTRY,
  KEPT,
  ONCE,
  PLACES,
  REUSED_IDS,
  DRAW,
  FLOW,
  BYPASS,
  TENANTS,
  THEMES,
  ADDRESS_LISTS,
  BOUNDED,
  STOCK,
  FIGURES_BY_MINUTE,
  REHEARSALS,
  REDIS_AS_IT_IS_RUN,
  BACKUP,
  LIVES_OF_EVENTS,
  ADDRESSES,
  LIMITS,
  JOIN_LIMITS,
  ACCESS_RULES,
  KEYS,
  SIGNING_IN,
  CONSOLE,
  CUSTOMERS,
  AUDIT,
  NOTICES,
  OWN_PAGES,
  CAPTCHAS,
  HEALTH,
  POSSESSION_AND_PASSES,
  SITE,
  CONNECTORS,
];

export const ROWS: readonly Mutation[] = GUARANTEES.flatMap(({ rows }) => rows);
