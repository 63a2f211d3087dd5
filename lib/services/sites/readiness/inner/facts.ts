import { db } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { flatTexts } from "@/lib/domain/page-texts/key-paths";
import { LANGUAGE_FILES } from "@/lib/domain/page-texts/language-files";
import { ENGLISH } from "@/lib/domain/page-texts/texts-in";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { redisTimeMs } from "@/lib/line/redis-time";
import { env } from "@/lib/platform/env";
import { askOutside } from "@/lib/platform/outgoing/ask-outside";
import type { ResolveHost } from "@/lib/platform/outgoing/resolve-host";
import { openingOfRow } from "@/lib/services/event/settings/event-schedules";
import { themeOf } from "@/lib/services/event/theme/theme-view";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { readRedisHealth } from "@/lib/services/ground/redis-health";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { listConnectors } from "@/lib/services/sites/connector/list";
import { getUnpublishedChanges } from "@/lib/services/sites/publication/get-changes";
import { rulesNaming } from "@/lib/services/sites/rule/rules-naming";
import type { ReadinessFacts, SetUpFacts, TargetAnswer } from "../checks";

const TARGET_MS = 5_000;
const PATIENCE_MS = 1_000;

/** Looks at everything that a sale depends on. What cannot be seen just now is null, and holds nothing up. */
export async function gatherFacts(
  context: ServiceContext,
  event: Event,
  resolve?: ResolveHost,
): Promise<ReadinessFacts> {
  const [setUp, target, page, fastestMinute, line, operators] = await Promise.all([
    gatherSetUp(context, event),
    askTarget(context, event, resolve),
    readPage(event),
    readFastestMinute(event),
    readLine(),
    countOperators(context),
  ]);
  return {
    ...setUp,
    event: {
      eventId: event.wireId,
      ...settingsOf(event, "outflowPerMinute", "activeCap", "sessionMinutes"),
      ...settingsOf(event, "targetUrl", "language"),
      wantsMail: settingsOf(event, "notices").notices.mail,
      opening: openingOfRow(event, Date.now()),
      timeZone: settingsOf(event, "timeZone").timeZone,
    },
    target,
    page,
    fastestMinute,
    line,
    operators,
    hasMail: env.smtpUrl() !== undefined,
  };
}

/** Looks at what has to be there before the first visitor, without asking anybody outside. */
export async function gatherSetUp(context: ServiceContext, event: Event): Promise<SetUpFacts> {
  const [connectors, keyIds, changes, rules] = await Promise.all([
    listConnectors(context).catch(() => null),
    signingKeyIds(event),
    getUnpublishedChanges(context).catch(() => null),
    rulesNaming(db(), context, event),
  ]);
  return {
    connectors,
    signingKeyIds: keyIds,
    publication:
      changes === null
        ? null
        : { version: changes.publishedVersion, isFresh: !changes.hasChanges, rules },
  };
}

async function signingKeyIds({ id, customerId }: Event): Promise<readonly string[]> {
  const secrets = await db().secret.findMany({
    where: { customerId, active: true, OR: [{ eventId: null }, { eventId: id }] },
    select: { keyId: true, eventId: true },
  });
  const own = secrets.filter(({ eventId }) => eventId !== null);
  return (own.length > 0 ? own : secrets).map(({ keyId }) => keyId ?? "");
}

/** By the one guarded way to addresses that somebody has typed: the answer's status, and nothing of its body. */
async function askTarget(
  { customer }: ServiceContext,
  event: Event,
  resolve?: ResolveHost,
): Promise<TargetAnswer> {
  try {
    const { status, headersMs } = await askOutside(
      {
        customerId: customer.id,
        url: settingsOf(event, "targetUrl").targetUrl,
        method: "GET",
        headers: { "user-agent": "Stanchion-Readiness" },
        timeoutMs: TARGET_MS,
        patienceMs: PATIENCE_MS,
        answerBytesMax: 0,
      },
      resolve,
    );
    return { type: "answered", status, milliseconds: Math.round(headersMs) };
  } catch (error) {
    return { type: "silent", reason: error instanceof Error ? error.message : "No answer." };
  }
}

/** Texts that a page lacks, by language: own texts that other languages of the theme have, and built-in ones. */
async function readPage(event: Event): Promise<ReadinessFacts["page"]> {
  const row =
    event.theme === null
      ? null
      : await db().theme.findUnique({
          where: { customerId_key: { customerId: event.customerId, key: event.theme } },
        });
  if (event.theme !== null && row === null) return { isThemeLost: true, missing: [] };
  const overrides = row === null ? {} : themeOf(row).texts;
  const languages = new Set<string>([
    settingsOf(event, "language").language,
    ...Object.keys(overrides),
  ]);
  const own = new Set(Object.values(overrides).flatMap((texts) => Object.keys(texts ?? {})));
  const files: Readonly<Record<string, unknown>> = LANGUAGE_FILES;
  const missing = [...languages].flatMap((language) => {
    const built = flatTexts(files[language] ?? {});
    const given = new Set(
      Object.keys(Object.entries(overrides).find(([name]) => name === language)?.[1] ?? {}),
    );
    const lacking = [...ENGLISH.keys()].filter(
      (key) => !given.has(key) && (!built.has(key) || own.has(key)),
    );
    return lacking.length === 0 ? [] : [{ language, texts: lacking.length }];
  });
  return { isThemeLost: false, missing };
}

/** The most that any minute of any run has admitted, of all lanes together; 0 without a run. */
async function readFastestMinute({ id }: Event): Promise<number> {
  const rows = await db().$queryRaw<readonly { readonly most: number | null }[]>`
    SELECT MAX(minute."admitted")::int AS most FROM (
      SELECT SUM(figure."count") AS "admitted"
      FROM "HourFigure" AS hour
      JOIN "Run" AS run ON run."id" = hour."runId"
      CROSS JOIN LATERAL unnest(hour."counts") WITH ORDINALITY AS figure("count", "minute")
      WHERE run."eventId" = ${id} AND hour."kind" = 'admitted-queue'
      GROUP BY hour."runId", hour."hour", figure."minute"
    ) AS minute`;
  return rows[0]?.most ?? 0;
}

async function readLine(): Promise<ReadinessFacts["line"]> {
  try {
    const { dangers } = await readRedisHealth();
    const apartMs = await readFromLine(async (redis) => {
      const beganMs = Date.now();
      const redisMs = await redisTimeMs(redis);
      return Math.round(redisMs - (beganMs + Date.now()) / 2);
    });
    return { dangers: dangers === null ? null : dangers.length, apartMs };
  } catch {
    return null;
  }
}

async function countOperators({ customer }: ServiceContext): Promise<number> {
  const members = await db().membership.findMany({
    where: { customerId: customer.id },
    select: { role: true },
  });
  return members.filter(({ role }) => permissionsOfRole(role).has("event:operate")).length;
}
