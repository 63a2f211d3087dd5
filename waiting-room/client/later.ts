import { makeAlerts } from "./alerts";
import { askBeforeLeaving, linkMessages, makeCheck } from "./needed-extras";
import { otherScreen } from "./other-screen";
import { makeTimer } from "./timer";

/**
 * What the page loads once its first screen is shown: the states that most visitors do not begin with, and how a
 * page calls whoever wants to be called, also from a hidden tab. While one version replaces another, it may come from the other one.
 */
export const later = { askBeforeLeaving, makeAlerts, makeCheck, makeTimer, otherScreen };

linkMessages();
