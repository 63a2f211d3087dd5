import { describe, expect, test } from "vitest";
import { LANGUAGES } from "@/lib/domain/page-texts/languages";
import { testSettings } from "@/test/line";
import { languageAsked, saidIn } from "./said";

const message = { texts: { en: "Ten o’clock", de: "Zehn Uhr" }, sentAtMs: 5_000 };
const pauseMessages = { en: "Repairs", fr: "Travaux" };

describe("what a line says", () => {
  test("nothing while it moves and nobody has sent anything", () => {
    const settings = testSettings({ pauseMessage: "left over", pauseMessages });
    expect(saidIn(settings, "queueing", "de")).toEqual({ message: null, messageAt: null });
  });

  test("the message in the reader's language, else in the event's, with its time", () => {
    const settings = testSettings({ message });
    expect(saidIn(settings, "queueing", "de")).toEqual({ message: "Zehn Uhr", messageAt: 5_000 });
    expect(saidIn(settings, "before", "fr")).toEqual({ message: "Ten o’clock", messageAt: 5_000 });
    const german = { ...settings, language: "de" } as const;
    expect(saidIn(german, "queueing", null).message).toBe("Zehn Uhr");
    expect(saidIn(german, "queueing", "fr").message).toBe("Zehn Uhr");
  });

  test("while paused why, and below it the message, each in what comes nearest to the reader", () => {
    const settings = testSettings({
      paused: true,
      pauseMessage: "Repairs",
      pauseMessages,
      message,
    });
    expect(saidIn(settings, "queueing", "de").message).toBe("Repairs\nZehn Uhr");
    expect(saidIn(settings, "queueing", "fr").message).toBe("Travaux\nTen o’clock");
    const alone = { ...settings, message: null };
    expect(saidIn(alone, "queueing", "fr")).toEqual({ message: "Travaux", messageAt: null });
  });

  test("a document of the version before has one message of the pause", () => {
    const { language: _, ...settings } = testSettings({ paused: true, pauseMessage: "Repairs" });
    expect(saidIn(settings, "queueing", "fr")).toEqual({ message: "Repairs", messageAt: null });
    expect(languageAsked(settings, "/x?language=fr")).toBeNull();
  });

  test("after the end what the event shows then, and no message of before", () => {
    const afterEvent = {
      show: { kind: "page", message: "Thank you" },
      protectedPages: "keep-out",
    } as const;
    const settings = testSettings({ paused: true, pauseMessage: "Repairs", message, afterEvent });
    expect(saidIn(settings, "ended", "de")).toEqual({ message: "Thank you", messageAt: null });
    expect(saidIn(settings, "stopped", "de")).toEqual({ message: null, messageAt: null });
  });

  test("a held customer's line says so, whatever the customer wrote", () => {
    const settings = testSettings({
      paused: true,
      pauseMessage: "x",
      pauseMessages,
      suspension: "hold",
    });
    expect(saidIn(settings, "queueing", "en").message).toMatch(/^The organiser has put this/);
  });
});

describe("the language that a request asks for", () => {
  test("counts only where the line says something in it", () => {
    const settings = testSettings({ message, pauseMessages });
    const asked = (url: string) => languageAsked(settings, url);
    expect(asked("/line.json?language=de")).toBe("de");
    expect(asked("/line.json?lane=1&language=fr&x=1")).toBe("fr");
    for (const url of ["/line.json", "/line.json?language=", "/line.json?language=ja"])
      expect(asked(url)).toBeNull();
    expect(asked(`/line.json?language=${"d".repeat(1_000)}`)).toBeNull();
    expect(asked("/line.json?language=constructor")).toBeNull();
  });

  test("all of them in a line that is held", () => {
    const settings = testSettings({ suspension: "hold" });
    for (const tag of Object.keys(LANGUAGES))
      expect(languageAsked(settings, `/line.json?language=${tag}`)).toBe(tag);
    expect(languageAsked(settings, "/line.json?language=xx")).toBeNull();
  });
});
