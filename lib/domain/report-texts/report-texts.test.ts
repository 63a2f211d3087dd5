import { expect, test } from "vitest";
import { isLanguage, LANGUAGES } from "@/lib/domain/page-texts/languages";
import { REPORT_TEXTS } from "./report-texts";

const variablesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([one]) => one).sort();
const english = Object.entries(REPORT_TEXTS.en);

test.each(Object.keys(LANGUAGES).filter(isLanguage))(
  "%s has every text of a report, with its variables, and no other",
  (language) => {
    const texts = new Map(Object.entries(REPORT_TEXTS[language]));
    expect([...texts.keys()]).toEqual(english.map(([key]) => key));
    for (const [key, text] of english) {
      const words = texts.get(key) ?? "";
      expect(words.trim(), key).not.toBe("");
      expect(variablesOf(words), key).toEqual(variablesOf(text));
    }
  },
);
