import type { Approval } from "./generated/types.ts";
import { StanchionError } from "./stanchion-error.ts";

/** True for the answer of a change that has not happened yet, because a second person has to approve it. */
export function isApproval<Result>(answer: Result | Approval): answer is Approval {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "status" in answer &&
    answer.status === "approval-requested"
  );
}

/** The answer of a change that has happened. Throws a `StanchionError` with `approval_required` where it has to be approved first. */
export function requireDone<Result>(answer: Result | Approval): Exclude<Result, Approval> {
  if (!isApproval(answer)) return answer as Exclude<Result, Approval>;
  const detail = `A second person has to approve this. The request is ${answer.approvalId}.`;
  throw new StanchionError(detail, { status: 202, problem: { code: "approval_required", detail } });
}
