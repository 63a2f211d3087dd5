import type { ScriptShape } from "@/lib/line/define-script";
import { runAlive } from "@/lib/line/scripts/alive";
import { runCount } from "@/lib/line/scripts/count";
import { runCreate } from "@/lib/line/scripts/create";
import {
  runCloseGroups,
  runKeepGroups,
  runSettleDraw,
  runShowFreeze,
} from "@/lib/line/scripts/draw";
import { runEnter } from "@/lib/line/scripts/enter";
import { runForgetCodeUses } from "@/lib/line/scripts/forget-code-uses";
import { runForgetMinutes } from "@/lib/line/scripts/forget-minutes";
import { runGlances } from "@/lib/line/scripts/glance";
import { runInlet } from "@/lib/line/scripts/inlet";
import { runJoin } from "@/lib/line/scripts/join";
import { runJoinWithRight } from "@/lib/line/scripts/join-with-right";
import { runLeave } from "@/lib/line/scripts/leave";
import { runCompleteCopy, runLimit, runRestoreLimits } from "@/lib/line/scripts/limit";
import { runMakeMoveCode, runUseMoveCode } from "@/lib/line/scripts/move-codes";
import { runNear } from "@/lib/line/scripts/near";
import { runNotePull } from "@/lib/line/scripts/note-pull";
import { runPass } from "@/lib/line/scripts/pass";
import { runPutCodes } from "@/lib/line/scripts/put-codes";
import { runRedeem } from "@/lib/line/scripts/redeem";
import { runOutside, runReport, runRestoreAdmissions } from "@/lib/line/scripts/report";
import { runRestoreSpent } from "@/lib/line/scripts/restore-spent";
import { runSeatEnds } from "@/lib/line/scripts/seat-ends";
import { runSeatReports } from "@/lib/line/scripts/seat-reports";
import { runPutSettings } from "@/lib/line/scripts/settings";
import { runStockReport } from "@/lib/line/scripts/stock-report";
import { runSumSources } from "@/lib/line/scripts/sum-sources";
import { runTakeGuess } from "@/lib/line/scripts/take-guess";
import { runTicks } from "@/lib/line/scripts/tick";
import {
  runRestoreJoins,
  runRestoreLeaves,
  runRestoreMoveCodes,
  runRestoreMoves,
  runRestoreRights,
} from "@/lib/line/scripts/write-back";

/** What each script of the line is told and answers. A script without an entry fails the check. */
export const SHAPES: readonly ScriptShape[] = [
  runAlive,
  runCloseGroups,
  runCompleteCopy,
  runCount,
  runCreate,
  runEnter,
  runForgetCodeUses,
  runForgetMinutes,
  runGlances,
  runInlet,
  runJoin,
  runJoinWithRight,
  runKeepGroups,
  runLeave,
  runLimit,
  runMakeMoveCode,
  runNear,
  runNotePull,
  runOutside,
  runPass,
  runPutCodes,
  runPutSettings,
  runRedeem,
  runReport,
  runRestoreAdmissions,
  runRestoreJoins,
  runRestoreLeaves,
  runRestoreLimits,
  runRestoreMoveCodes,
  runRestoreMoves,
  runRestoreRights,
  runRestoreSpent,
  runSeatEnds,
  runSeatReports,
  runSettleDraw,
  runShowFreeze,
  runStockReport,
  runSumSources,
  runTakeGuess,
  runTicks,
  runUseMoveCode,
].map(({ shape }) => shape);
