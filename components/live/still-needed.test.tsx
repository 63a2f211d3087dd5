import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PageKeys } from "./page-keys";
import { StillNeeded } from "./still-needed";

test("what is missing is for going live, and after the end for the next run", () => {
  const needed = [{ id: "target", why: "No target.", todo: null }] as never;
  const textOf = (isOver: boolean) => renderToStaticMarkup(<StillNeeded {...{ needed, isOver }} />);
  expect(textOf(false)).toContain("Finish these steps to go live:");
  expect(textOf(true)).toContain("Finish these steps before the next run:");
});

test("only keys are told that lead somewhere", () => {
  const wordsOf = (stage: "draft" | "running" | "over") => {
    const markup = renderToStaticMarkup(<PageKeys stage={stage} />);
    return ["outflow", "pause or resume", "message", "timeline"].filter((word) =>
      markup.includes(word),
    );
  };
  expect(wordsOf("draft")).toEqual(["outflow"]);
  expect(wordsOf("running")).toEqual(["outflow", "pause or resume", "message", "timeline"]);
  expect(wordsOf("over")).toEqual(["outflow", "timeline"]);
});
