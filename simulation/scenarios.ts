import { drawHeatMap } from "./heat-map";
import { seededRandom } from "./random";
import { type Method, simulateCloudflare } from "./scenarios/cloudflare";
import { simulateDraw } from "./scenarios/draw";
import { simulateEstimate } from "./scenarios/estimate";
import { simulateFifoToRandom } from "./scenarios/fifo-to-random";
import { simulateGovernor } from "./scenarios/governor";
import { simulateLanes } from "./scenarios/lanes";
import { simulatePercentage } from "./scenarios/percentage";
import type { ScenarioResult } from "./scenarios/result";
import { simulateScheduleEdits } from "./scenarios/schedule-edits";
import { simulateSmallOutflow } from "./scenarios/small-outflow";
import { simulateStock } from "./scenarios/stock";

export type ScenarioOptions = { readonly seed: number; readonly method: Method };

/** What a scenario measured; some can be drawn. */
export type AnyResult = ScenarioResult<object> & { readonly picture?: string };

/** Every scenario by its name on the command line. */
export const SCENARIOS: Readonly<
  Record<string, (options: ScenarioOptions) => AnyResult | Promise<AnyResult>>
> = {
  cloudflare: (options) => {
    const { waited, ...result } = simulateCloudflare(options);
    const order = options.method === "fifo" ? "First come, first served" : "Random order";
    const title = `${order}: ${waited.length.toLocaleString("en")} visitors`;
    return { ...result, picture: drawHeatMap(title, waited) };
  },
  draw: ({ seed }) => judgeDraw(seed),
  "fifo-to-random": simulateFifoToRandom,
  lanes: simulateLanes,
  governor: simulateGovernor,
  percentage: simulatePercentage,
  estimate: simulateEstimate,
  stock: simulateStock,
  "schedule-edits": simulateScheduleEdits,
  "small-outflow": simulateSmallOutflow,
};

async function judgeDraw(seed: number): Promise<AnyResult> {
  const figures = await simulateDraw({ random: seededRandom(seed) });
  return {
    figures,
    bars: [
      { figure: "pValue", isMet: figures.pValue > 0.01, asks: "above 0.01" },
      { figure: "receiptsVerified", isMet: figures.receiptsVerified >= 10_000, asks: "10000" },
      { figure: "tamperedFound", isMet: figures.tamperedFound === 1, asks: "1" },
    ],
  };
}
