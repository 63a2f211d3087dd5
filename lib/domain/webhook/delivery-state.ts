/** How far a message to a webhook is: it is tried, has arrived, was given up, or was skipped by a person. */
export const DELIVERY_STATES = ["pending", "delivered", "failed", "skipped"] as const;
