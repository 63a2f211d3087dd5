import { describe, expect, test } from "vitest";
import { LANGUAGES } from "@/lib/domain/page-texts/languages";
import type { Phase } from "@/lib/domain/phase";
import { testLanes } from "@/test/lanes";
import { testSettings } from "@/test/line";
import { languageAsked, saidIn, saidUntilMs } from "./said";

const at = (phase: Phase, lane?: number, nowMs = 10_000) => ({ phase, lane, nowMs });
const message = { texts: { en: "Ten o’clock", de: "Zehn Uhr" }, sentAtMs: 5_000 };
const pauseMessages = { en: "Repairs", fr: "Travaux" };

describe("what a line says", () => {
  test("nothing while it moves and nobody has sent anything", () => {
    const settings = testSettings({ pauseMessage: "left over", pauseMessages });
    expect(saidIn(settings, at("queueing"), "de")).toEqual({ message: null, messageAt: null });
  });

  test("the message in the reader's language, else in the event's, with its time", () => {
    const settings = testSettings({ message });
    expect(saidIn(settings, at("queueing"), "de")).toEqual({
      message: "Zehn Uhr",
      messageAt: 5_000,
    });
    expect(saidIn(settings, at("before"), "fr")).toEqual({
      message: "Ten o’clock",
      messageAt: 5_000,
    });
    const german = { ...settings, language: "de" } as const;
    expect(saidIn(german, at("queueing"), null).message).toBe("Zehn Uhr");
    expect(saidIn(german, at("queueing"), "fr").message).toBe("Zehn Uhr");
  });

  test("while paused why, and below it the message, each in what comes nearest to the reader", () => {
    const settings = testSettings({
      paused: true,
      pauseMessage: "Repairs",
      pauseMessages,
      message,
    });
    expect(saidIn(settings, at("queueing"), "de").message).toBe("Repairs\nZehn Uhr");
    expect(saidIn(settings, at("queueing"), "fr").message).toBe("Travaux\nTen o’clock");
    const alone = { ...settings, message: null };
    expect(saidIn(alone, at("queueing"), "fr")).toEqual({ message: "Travaux", messageAt: null });
  });

  test("a pause says when, and with a message the later of both times", () => {
    const paused = testSettings({ paused: true, pauseMessage: "Repairs", pauseMessageAtMs: 4_000 });
    const timeIn = (settings: typeof paused) => saidIn(settings, at("queueing"), "en").messageAt;
    expect(timeIn(paused)).toBe(4_000);
    expect(timeIn({ ...paused, message })).toBe(5_000);
    expect(timeIn({ ...paused, message, pauseMessageAtMs: 6_000 })).toBe(6_000);
    expect(timeIn({ ...paused, paused: false })).toBeNull();
    expect(timeIn({ ...paused, suspension: "hold" })).toBeNull();
  });

  test("a message to a lane to those in it alone, in their languages", () => {
    const lanes = testLanes("ordered", 2);
    const audience = { kind: "lane", lane: lanes.lanes[1]?.key ?? "" } as const;
    const targetedMessage = { ...message, audience, fromMs: null, untilMs: null };
    const settings = testSettings({ lanes, targetedMessage });
    const told = (lane?: number) => saidIn(settings, at("queueing", lane), "de").message;
    // Before there are places nobody stands in it.
    expect(saidIn(settings, at("before", 1), "de").message).toBeNull();
    expect(saidIn(settings, at("rejected", 1), "de").message).toBeNull();
    expect([told(0), told(1), told(undefined)]).toEqual([null, "Zehn Uhr", null]);
    expect(languageAsked(settings, "/line.json?lane=1&language=de")).toBe("de");
  });

  test("a message at its time, which is the time that it tells", () => {
    const timed = { fromMs: 8_000, untilMs: 9_000, audience: { kind: "everyone" } } as const;
    const settings = testSettings({ targetedMessage: { ...message, ...timed } });
    const told = (nowMs: number) => saidIn(settings, at("queueing", 0, nowMs), "en");
    expect(told(7_999)).toEqual({ message: null, messageAt: null });
    expect(told(8_000)).toEqual({ message: "Ten o’clock", messageAt: 8_000 });
    expect(told(9_000)).toEqual({ message: null, messageAt: null });
    expect([7_999, 8_000, 9_000].map((ms) => saidUntilMs(settings, ms))).toEqual([
      8_000,
      9_000,
      null,
    ]);
    expect(saidUntilMs(testSettings({ message }), 1)).toBeNull();
  });

  test("a document of the version before has one message of the pause", () => {
    const { language: _, ...settings } = testSettings({ paused: true, pauseMessage: "Repairs" });
    expect(saidIn(settings, at("queueing"), "fr")).toEqual({ message: "Repairs", messageAt: null });
    expect(languageAsked(settings, "/x?language=fr")).toBeNull();
  });

  test("after the end what the event shows then, and no message of before", () => {
    const afterEvent = {
      show: { kind: "page", message: "Thank you" },
      protectedPages: "keep-out",
    } as const;
    const settings = testSettings({ paused: true, pauseMessage: "Repairs", message, afterEvent });
    expect(saidIn(settings, at("ended"), "de")).toEqual({ message: "Thank you", messageAt: null });
    expect(saidIn(settings, at("stopped"), "de")).toEqual({ message: null, messageAt: null });
  });

  test("a held customer's line says so, whatever the customer wrote", () => {
    const settings = testSettings({
      paused: true,
      pauseMessage: "x",
      pauseMessages,
      suspension: "hold",
    });
    expect(saidIn(settings, at("queueing"), "en").message).toMatch(/^The organiser has put this/);
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
