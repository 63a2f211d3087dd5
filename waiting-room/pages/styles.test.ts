import { expect, test } from "vitest";
import { PART_STYLES } from "./part-styles";
import { NO_SCRIPT_STYLES, pageStyles } from "./styles";

const STYLES = [true, false].map((isLine) => pageStyles("#2563eb", isLine));

test("text grows with the size that a reader has set in the browser", () => {
  for (const styles of [...STYLES, PART_STYLES]) {
    const sizes = styles.match(/font(?:-size)?:[^;}]*/g) ?? [];
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.filter((size) => /\dpx/.test(size))).toEqual([]);
  }
});

test("the code for another device is large, and costs the page of the line nothing", () => {
  const [line, words] = STYLES;
  expect(words).toMatch(/\.code-shown dd\{font-size:min\(3rem/);
  expect(line).not.toContain("code-shown");
});

test("the bar and the dot are seen in colours that the reader forces on the page", () => {
  for (const styles of STYLES) {
    const [, forced = ""] = /@media \(forced-colors:active\)\{(.*?\})\}/.exec(styles) ?? [];
    expect(forced).toMatch(/\.dot,::-webkit-progress-value\{background:Highlight/);
    expect(forced).toContain("::-moz-progress-bar{background:Highlight}");
  }
});

test("without a script a page to join on has neither an empty card nor notes that are not true there", () => {
  expect(NO_SCRIPT_STYLES).toContain("[data-screen=join] :is(.card,.notes){display:none");
});
