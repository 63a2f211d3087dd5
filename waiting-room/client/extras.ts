import { solve } from "./check";
import { askToLeave } from "./leaving";
import { linkMessage } from "./message-links";
import { makeSignals } from "./signals";

/** What the page loads when somebody needs it: most visits end without. It is of the version of `later.ts`. */
export const extras = { askToLeave, linkMessage, makeSignals, solve };
