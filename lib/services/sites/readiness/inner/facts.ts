import { db } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import { messageIn } from "@/lib/domain/message/message";
import { stageOfMessage } from "@/lib/domain/message/targeted-message";
import { flatTexts } from "@/lib/domain/page-texts/key-paths";
import { LANGUAGE_FILES } from "@/lib/domain/page-texts/language-files";
import { ENGLISH } from "@/lib/domain/page-texts/texts-in";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { redisTimeMs } from "@/lib/line/redis-time";
import { env } from "@/lib/platform/env";
import { askOutside } from "@/lib/platform/outgoing/ask-outside";
import type { ResolveHost } from "@/lib/platform/outgoing/resolve-host";
import {
  occurrenceTimes,
  openingOfRow,
  schedulesOf,
} from "@/lib/services/event/settings/event-schedules";
import { messageOf } from "@/lib/services/event/settings/to-settings";
import { themeOf } from "@/lib/services/event/theme/theme-view";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { readRedisHealth } from "@/lib/services/ground/redis-health";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { listConnectors } from "@/lib/services/sites/connector/list";
import { getUnpublishedChanges } from "@/lib/services/sites/publication/get-changes";
import { rulesNaming } from "@/lib/services/sites/rule/rules-naming";
import type { ReadinessFacts, SetUpFacts, TargetAnswer } from "../checks";
import type { TimeFacts } from "./time-checks";
import type { VisitorFacts } from "./visitor-checks";

const TARGET_MS = 5_000;
const PATIENCE_MS = 1_000;

/** Looks at everything that a sale depends on. What cannot be seen just now is null, and holds nothing up. */
export async function gatherFacts(
  context: ServiceContext,
  event: Event,
  resolve?: ResolveHost,
): Promise<ReadinessFacts> {
  const [setUp, secretAge, target, page, fastestMinute, line, operators] = await Promise.all([
    gatherSetUp(context, event),
    readSecretAge(event),
    askTarget(context, event, resolve),
    readPage(event),
    readFastestMinute(event),
    readLine(),
    countOperators(context),
  ]);
  return {
    ...setUp,
    secretAge,
    event: {
      eventId: event.wireId,
      ...timesOf(event, Date.now()),
      ...shownBy(event, Date.now()),
      ...settingsOf(event, "activeCap", "targetUrl", "language"),
    },
    target,
    page,
    fastestMinute,
    line,
    operators,
    hasMail: env.smtpUrl() !== undefined,
  };
}

/** A draft's times are those that its schedules plan next. */
function timesOf(event: Event, nowMs: number): Omit<TimeFacts, "eventId"> {
  const isFixed = event.status === "open" || event.kind === "always_on";
  const planned = isFixed ? null : occurrenceTimes(schedulesOf(event), nowMs);
  const own = settingsOf(event, "timeZone", "preQueueMinutes", "draw");
  const { startAt, endAt, preQueueMinutes } = planned ?? { ...event, ...own };
  return {
    ...settingsOf(event, "outflowPerMinute", "sessionMinutes"),
    isScheduled: event.kind === "scheduled",
    timeZone: own.timeZone,
    opening: openingOfRow(event, nowMs),
    startAtMs: startAt?.getTime() ?? null,
    endAtMs: endAt?.getTime() ?? null,
    preQueueMinutes,
    draw: own.draw?.type ?? null,
    nowMs,
  };
}

function shownBy(event: Event, nowMs: number): Omit<VisitorFacts, "eventId"> {
  const own = settingsOf(event, "brandColour", "notices", "method", "absenceMinutes", "language");
  const message = messageOf(event);
  const stage = message && stageOfMessage(message, event.startAt?.getTime() ?? null, nowMs);
  const text = stage === "over" ? null : messageIn(message?.texts ?? {}, null, own.language);
  return {
    isPlain:
      event.theme === null && event.logo === null && own.brandColour === EVENT_DEFAULTS.brandColour,
    notices: own.notices,
    canNotify: own.method === "fifo" && own.absenceMinutes === null,
    message: text === null ? null : { text, isScheduled: stage === "scheduled" },
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

async function signingKeyIds(event: Event): Promise<readonly string[]> {
  const { signing } = await readSecrets(event);
  return signing.map(({ keyId }) => keyId ?? "");
}

/** The secrets of the event, or those of the customer where none of its own signs. */
async function readSecrets({ id, customerId }: Event) {
  const secrets = await db().secret.findMany({
    where: { customerId, activatedAt: { not: null }, OR: [{ eventId: null }, { eventId: id }] },
    select: { keyId: true, eventId: true, active: true, activatedAt: true },
  });
  const own = secrets.filter(({ eventId }) => eventId !== null);
  const held = own.some(({ active }) => active) ? own : secrets;
  return {
    signing: held.filter(({ active }) => active),
    replaced: held.filter(({ active }) => !active),
  };
}

async function readSecretAge(event: Event): Promise<ReadinessFacts["secretAge"]> {
  const { signing, replaced } = await readSecrets(event);
  const since = signing.map(({ activatedAt }) => activatedAt?.getTime() ?? 0);
  if (since.length === 0) return null;
  return {
    signsSinceMs: Math.min(...since),
    replaced: replaced.length,
    replacedMs: Math.max(...since),
  };
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
