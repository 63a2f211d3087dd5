/** Visitors who stand in the line of each event. */
export const WAITING = 100_000;
/** Visitors that stand far enough behind not to be called while the benchmark lasts. */
export const CHECKING_IN = { from: 50_000, count: 5_000 };
/** Different join requests; each gets a new number however often it is sent. */
export const JOINING = 5_000;
/** More than enter in one run; each number enters once. */
export const CALLED = 2_000_000;
/** Slots beyond what any process can hand out, so that entering is never held up by the outflow. */
export const UNLIMITED_OUTFLOW = 12_000_000;
