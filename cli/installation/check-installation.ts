import { disconnectDb } from "@/lib/db/client";
import { env } from "@/lib/platform/env";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { parseMasterKey } from "@/lib/secrets/seal";
import { checkAddress, compareAddresses, type OwnAddress } from "./addresses";
import { checkCertificateFiles, checkServedCertificate } from "./certificates";
import { checkPostgresClock, checkRedisClock } from "./clocks";
import { checkFiles } from "./files";
import { type Finding, reasonOf } from "./finding";
import { checkKeysOfEnvironment, checkSealed } from "./keys";
import { checkMail } from "./mail";
import { checkMigrations } from "./migrations";
import { checkPostgres, withPostgres } from "./postgres";
import { checkProcesses } from "./processes";
import { checkOwner, checkRedis, withRedis } from "./redis";
import { checkSettings } from "./settings";
import { checkVersion } from "./versions";

/** What was found, and what could be looked at. */
export type InstallationReport = {
  /** True where all could be looked at, and without errors; there may be warnings. */
  readonly ok: boolean;
  /** Errors first. */
  readonly findings: readonly Finding[];
  readonly checked: readonly Area[];
  readonly notChecked: readonly { readonly area: Area; readonly because: string }[];
};

export const AREAS = [
  "settings",
  "node",
  "keys",
  "files",
  "mail",
  "redis",
  "redis-clock",
  "processes",
  "postgres",
  "postgres-clock",
  "migrations",
  "sealed",
  "certificates",
  "addresses",
] as const;
export type Area = (typeof AREAS)[number];

type Look = () => Finding[] | Promise<Finding[]>;

/** Collects what was found, and what could not be looked at and why. */
class Round {
  readonly findings: Finding[] = [];
  readonly checked = new Set<Area>();
  readonly notChecked = new Map<Area, string>();

  async look(area: Area, look: Look): Promise<void> {
    try {
      this.findings.push(...(await look()));
      this.checked.add(area);
    } catch (error) {
      this.notChecked.set(area, reasonOf(error));
    }
  }

  /** A server that may be away: then what is behind it cannot be looked at. */
  async lookBehind(
    area: Area,
    open: () => Promise<{ readonly isOpen: boolean; readonly findings: Finding[] }>,
    behind: readonly Area[],
  ): Promise<void> {
    await this.look(area, async () => (await open()).findings);
    const because = this.notChecked.get(area) ?? `No connection to ${area}.`;
    for (const one of behind)
      if (!this.checked.has(one) && !this.notChecked.has(one)) this.notChecked.set(one, because);
  }

  report(): InstallationReport {
    const isError = ({ severity }: Finding) => severity === "error";
    const { findings, checked, notChecked } = this;
    return {
      ok: !findings.some(isError) && notChecked.size === 0,
      findings: [...findings.filter(isError), ...findings.filter((one) => !isError(one))],
      checked: AREAS.filter((area) => checked.has(area)),
      notChecked: AREAS.flatMap((area) => {
        const because = notChecked.get(area);
        return because === undefined ? [] : [{ area, because }];
      }),
    };
  }
}

/**
 * Looks at the whole installation that the environment describes, from this machine, and changes nothing. What cannot
 * be looked at, for example because a server does not answer, is named with the reason.
 */
export async function checkInstallation(options: {
  readonly settingsFile: string | undefined;
}): Promise<InstallationReport> {
  const round = new Round();
  await Promise.all([
    checkHere(round, options.settingsFile),
    checkBehindRedis(round),
    checkBehindPostgres(round),
    checkOutside(round),
  ]);
  return round.report();
}

async function checkHere(round: Round, settingsFile: string | undefined): Promise<void> {
  await round.look("settings", checkSettings);
  await round.look("node", () => checkVersion("node", process.versions.node));
  await round.look("keys", checkKeysOfEnvironment);
  await round.look("files", () => checkFiles({ tlsKeyFile: env.tlsKeyFile(), settingsFile }));
  await round.look("mail", () => checkMail(env.smtpUrl(), env.mailFrom()));
}

async function checkBehindRedis(round: Round): Promise<void> {
  const open = () =>
    withRedis(env.redisUrl(), async (redis) => {
      await round.look("redis-clock", () => checkRedisClock(redis));
      await round.look("processes", () => checkProcesses(redis));
      const foreign = await checkOwner(redis, masterKeysFromEnvironment());
      return [...foreign, ...(await checkRedis(redis, env.redisDurability()))];
    });
  await round.lookBehind("redis", open, ["redis-clock", "processes"]);
}

async function checkBehindPostgres(round: Round): Promise<void> {
  const open = () =>
    withPostgres(env.databaseUrl(), async (client) => {
      await round.look("postgres-clock", () => checkPostgresClock(client));
      const migrations = await checkMigrations(client);
      await round.look("migrations", () => migrations);
      // An older database does not have what is asked for.
      if (migrations.every(({ severity }) => severity === "warning"))
        await round.look("sealed", checkSealed).then(disconnectDb);
      else round.notChecked.set("sealed", "The database is not migrated.");
      return checkPostgres(client);
    });
  await round.lookBehind("postgres", open, ["postgres-clock", "migrations", "sealed"]);
}

async function checkOutside(round: Round): Promise<void> {
  await round.look("certificates", async () => {
    const [certificateFile, keyFile] = [env.tlsCertificateFile(), env.tlsKeyFile()];
    const ofFiles =
      certificateFile === undefined || keyFile === undefined
        ? []
        : checkCertificateFiles({ certificateFile, keyFile }, Date.now());
    const urls = new Set(ownAddresses().map(({ url }) => new URL(url).origin));
    const secure = [...urls].filter((url) => url.startsWith("https:"));
    const served = await Promise.all(secure.map((url) => checkServedCertificate(url, Date.now())));
    return [...ofFiles, ...served.flat()];
  });
  await round.look("addresses", async () => {
    const addresses = ownAddresses();
    const facts = { master: parseMasterKey(env.masterKey()), trustedProxies: env.trustedProxies() };
    const found = await Promise.all(addresses.map((address) => checkAddress(address, facts)));
    return [...compareAddresses(addresses), ...found.flat()];
  });
}

/** Where people and connectors reach this installation. */
function ownAddresses(): OwnAddress[] {
  const [room, domain] = [env.waitingRoomUrl(), `https://${env.queueDomain()}`];
  const addresses: OwnAddress[] = [
    { setting: "CONSOLE_URL", url: env.consoleUrl(), program: "console" },
    { setting: "WAITING_ROOM_URL", url: room, program: "waiting-room" },
  ];
  if (domain !== room)
    addresses.push({ setting: "QUEUE_DOMAIN", url: domain, program: "waiting-room" });
  return addresses;
}
