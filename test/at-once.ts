import { type Asked, isAsked } from "@/lib/domain/approval/approval";
import { stopEvent as stop } from "@/lib/services/event/control/stop";
import type { ServiceContext } from "@/lib/services/ground/context";
import { activateSecret as activate } from "@/lib/services/sites/secret/activate";
import { createSecret as create } from "@/lib/services/sites/secret/create";
import { revokeSecret as revoke } from "@/lib/services/sites/secret/revoke";

/** Throws where a second person was asked. */
function atOnce<Input, Result>(
  verb: (context: ServiceContext, input: Input) => Promise<Result | Asked>,
): (context: ServiceContext, input: Input) => Promise<Result> {
  return async (context, input) => {
    const answer = await verb(context, input);
    if (isAsked(answer)) throw new Error("A second person was asked.");
    return answer;
  };
}

const createAtOnce = atOnce(create);

/** The verbs that may ask for a second person, at customers that want none. */
export const stopEvent = atOnce(stop);
export const activateSecret = atOnce(activate);
export const revokeSecret = atOnce(revoke);
export const createSecret = (context: ServiceContext, input: Parameters<typeof create>[1] = {}) =>
  createAtOnce(context, input);
