import { expect, test } from "vitest";
import { drawSettingSchema } from "@/lib/domain/draw/draw-setting";
import type { DrawSetting } from "@/lib/domain/draw/draw-source";
import { toDraw, toDrawValues } from "./draw-values";

const beacon: DrawSetting = {
  type: "http-beacon",
  urls: ["https://a.example/public/42", "https://b.example/public/42"],
  field: "randomness",
  round: 42,
  roundAtMs: Date.UTC(2027, 5, 1, 8, 0, 12),
};

test.each<DrawSetting>([
  null,
  { type: "drand" },
  { type: "none" },
  { type: "typed", name: "Lottery" },
  beacon,
])("the form gives back what it was filled from: %j", (draw) => {
  expect(toDraw(toDrawValues(draw, "Europe/Berlin"), "Europe/Berlin")).toEqual(draw);
});

test("the round comes at the time on the clocks of the event", () => {
  expect(toDrawValues(beacon, "Europe/Berlin").roundAtLocal).toBe("2027-06-01T10:00:12");
});

test("each field that is empty or wrong is named", () => {
  const values = { ...toDrawValues(null, "UTC"), choice: "http-beacon" as const, field: "" };
  const paths = drawSettingSchema
    .safeParse(toDraw(values, "UTC"))
    .error?.issues.map(({ path }) => path.join("."));
  expect(paths).toEqual(expect.arrayContaining(["urls", "field", "round", "roundAtMs"]));
});
