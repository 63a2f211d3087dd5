import { drawHeatMap } from "./heat-map";
import { seededRandom } from "./random";
import { type Method, simulateCloudflare } from "./scenarios/cloudflare";
import { simulateDraw } from "./scenarios/draw";
import { simulateEstimate } from "./scenarios/estimate";
import { simulateFifoToRandom } from "./scenarios/fifo-to-random";
import { simulateGovernor } from "./scenarios/governor";
import { simulateLanes } from "./scenarios/lanes";
import { simulatePercentage } from "./scenarios/percentage";
import { simulateRegions } from "./scenarios/regions";
import { simulateScheduleEdits } from "./scenarios/schedule-edits";
import { simulateSmallOutflow } from "./scenarios/small-outflow";
import { simulateStock } from "./scenarios/stock";

export type ScenarioOptions = { readonly seed: number; readonly method: Method };

/** What a scenario measured; some can be drawn. */
export type Played = { readonly figures: object; readonly picture?: string };

type Scenario = (options: ScenarioOptions) => Played | Promise<Played>;

/** Every scenario by its name on the command line. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  cloudflare: (options) => {
    const { waited, figures } = simulateCloudflare(options);
    const order = options.method === "fifo" ? "First come, first served" : "Random order";
    const title = `${order}: ${waited.length.toLocaleString("en")} visitors`;
    return { figures, picture: drawHeatMap(title, waited) };
  },
  draw: async ({ seed }) => ({ figures: await simulateDraw({ random: seededRandom(seed) }) }),
  "fifo-to-random": unpictured(simulateFifoToRandom),
  lanes: unpictured(simulateLanes),
  governor: unpictured(simulateGovernor),
  percentage: unpictured(simulatePercentage),
  estimate: unpictured(simulateEstimate),
  stock: unpictured(simulateStock),
  regions: async (options) => ({ figures: await simulateRegions(options) }),
  "schedule-edits": unpictured(simulateScheduleEdits),
  "small-outflow": unpictured(simulateSmallOutflow),
};

function unpictured(simulate: (options: ScenarioOptions) => object): Scenario {
  return (options) => ({ figures: simulate(options) });
}
