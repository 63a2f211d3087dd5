/** The event of the window that says that React has heard a click. */
export const CLICK_HEARD = "clickheard";
