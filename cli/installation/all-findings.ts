import { ADDRESS_FINDINGS } from "./addresses";
import { CERTIFICATE_FINDINGS } from "./certificates";
import { CLOCK_FINDINGS } from "./clocks";
import { FILE_FINDINGS } from "./files";
import type { Findings } from "./finding";
import { KEY_FINDINGS } from "./keys";
import { MAIL_FINDINGS } from "./mail";
import { MIGRATION_FINDINGS } from "./migrations";
import { POSTGRES_FINDINGS } from "./postgres";
import { PROCESS_FINDINGS } from "./processes";
import { PROXY_FINDINGS } from "./proxies";
import { REDIS_FINDINGS } from "./redis";
import { SETTINGS_FINDINGS } from "./settings";
import { VERSIONS_FINDINGS } from "./versions";

/** Every code that `stanchion check` can find, by topic. */
export const ALL_FINDINGS: Readonly<Record<string, Findings<string>>> = {
  Settings: SETTINGS_FINDINGS,
  Versions: VERSIONS_FINDINGS,
  Redis: REDIS_FINDINGS,
  Postgres: POSTGRES_FINDINGS,
  Clocks: CLOCK_FINDINGS,
  Migrations: MIGRATION_FINDINGS,
  Keys: KEY_FINDINGS,
  Mail: MAIL_FINDINGS,
  Files: FILE_FINDINGS,
  Certificates: CERTIFICATE_FINDINGS,
  Addresses: ADDRESS_FINDINGS,
  Proxies: PROXY_FINDINGS,
  Processes: PROCESS_FINDINGS,
};
