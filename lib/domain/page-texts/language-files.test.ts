import { describe, expect, test } from "vitest";
import { checkText } from "./check-text";
import { flatTexts } from "./key-paths";
import { LANGUAGE_FILES } from "./language-files";
import { LANGUAGES, type Language } from "./languages";
import { makeSay } from "./text";
import { ENGLISH, textsIn } from "./texts-in";

const languages = Object.keys(LANGUAGE_FILES) as Language[];

/** What is wrong with a language file, one line each: the place and the reason. */
function problemsOf(language: Language, file: unknown): string[] {
  const texts = flatTexts(file);
  const needless = [...texts.keys()].filter((key) => !ENGLISH.has(key));
  const wrong = [...ENGLISH].flatMap(([key, english]) => {
    const text = texts.get(key);
    if (text === undefined) return [`${key}: lacks`];
    const problem = checkText(language, { key, english }, text);
    return problem === null ? [] : [`${problem.place}: ${problem.reason}`];
  });
  return [...needless.map((key) => `${key}: needless`), ...wrong];
}

test("there are thirty languages, each with a file", () => {
  expect(languages).toHaveLength(30);
  expect([...languages].sort()).toEqual(Object.keys(LANGUAGES).sort());
});

describe.each(languages)("%s", (language) => {
  test("has every text with its variables and plural forms, and no other", () => {
    expect(problemsOf(language, LANGUAGE_FILES[language])).toEqual([]);
  });

  test("is known to Intl, so that numbers and times are written as it writes them", () => {
    expect(Intl.PluralRules.supportedLocalesOf([language])).toEqual([language]);
    expect(Intl.DateTimeFormat.supportedLocalesOf([language])).toEqual([language]);
    expect(Intl.NumberFormat.supportedLocalesOf([language])).toEqual([language]);
  });
});

test("every fault of a language file is found, with its place", () => {
  const { screen, ...rest } = structuredClone<Record<string, Record<string, unknown>>>(
    JSON.parse(JSON.stringify(LANGUAGE_FILES.ru)),
  );
  const { joinTitle: _, ...others } = { ...screen };
  const file = {
    ...rest,
    screen: {
      ...others,
      startsAt: "{tim}",
      messageSentAt: "now",
      more: "x",
      updatedSeconds: { one: "{count}", few: "{count}", other: "{count}" },
      updatedMinutes: { one: "x", few: "{count}", many: "{count}", other: "{count}" },
    },
  };
  expect(problemsOf("ru", file)).toEqual([
    "screen.more: needless",
    "screen.joinTitle: lacks",
    "screen.startsAt: There is no variable {tim} in this text.",
    "screen.updatedSeconds.many: This language requires the plural form “many”.",
    "screen.updatedMinutes.one: The variable {count} is missing.",
    "screen.messageSentAt: The variable {time} is missing.",
  ]);
});

/** Counts that reach every plural form that whole numbers have in any of our languages. */
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 22, 25, 100, 101, 1_000_000];

function samplesOf(language: Language): string {
  const { screen } = textsIn(language);
  const say = makeSay(language);
  const rules = new Intl.PluralRules(language);
  const lines = COUNTS.map((count) => {
    const said = [
      say(screen.updatedMinutes, { count }),
      say(screen.titleAhead, { count, event: "♪" }),
      say(screen.sayAhead, { count, wait: "…" }),
    ];
    return `${rules.select(count).padEnd(5)} ${said.join(" | ")}`;
  });
  return `${language}\n${lines.join("\n")}\n`;
}

test("the sentences with counts, as each language says them", async () => {
  await expect(languages.map(samplesOf).join("\n")).toMatchFileSnapshot("plural-samples.txt");
});
