import type { Lanes } from "@/lib/domain/lane/lane";
import type { Protection } from "@/lib/domain/protection/protection";
import type { DrawSetting } from "./draw-source";

type LotteryEvent = {
  readonly draw: DrawSetting;
  readonly lanes: Pick<Lanes, "mode"> & { readonly lanes: readonly unknown[] };
  readonly protection?: Pick<Protection, "lottery"> | null;
};

/** True where the lanes of a drawn event are chances in its draw: then there is one line, and none for each. */
export function isLottery({ draw, lanes, protection }: LotteryEvent): boolean {
  const isWeighted = protection?.lottery.isWeighted === true && lanes.mode === "weighted";
  return draw !== null && isWeighted && lanes.lanes.length > 1;
}
