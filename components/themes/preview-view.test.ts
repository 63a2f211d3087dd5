import { expect, test } from "vitest";
import { type PreviewView, readPreviewView, writePreviewView } from "./preview-view";

const STATES = ["waiting", "paused", "sold-out", "message:code-spent"].map((id) => ({ id }));
const read = (query: string) => readPreviewView(new URLSearchParams(query), STATES);

test("an address without a view shows a visitor in line, which is no skeleton", () => {
  expect(read("")).toEqual({
    ...{ state: "waiting", language: "en", width: "phone", scheme: "light", isFirst: false },
  });
  expect(writePreviewView(read(""))).toBe("");
});

test("every state, language, width and scheme comes back from its address", () => {
  for (const { id: state } of STATES) {
    const views: readonly PreviewView[] = [
      { state, language: "ar", width: "tablet", scheme: "dark", isFirst: true },
      { state, language: "de", width: "desktop", scheme: "light", isFirst: false },
    ];
    for (const view of views) expect(read(writePreviewView(view))).toEqual(view);
  }
});

test("what there is not is shown as at first", () => {
  expect(read("state=x&language=xx&width=9&scheme=pink&show=no")).toEqual(read(""));
});
