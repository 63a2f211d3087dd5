/** Whether a place stays with the browser that joined. */
export type PossessionSetting = {
  /** A key of the browser signs what is asked at the front. */
  readonly isAsked: boolean;
};

export const NO_POSSESSION: PossessionSetting = { isAsked: false };

/** How a visitor who was let in shows that to the site. */
export const PASS_KINDS = ["knownuser", "both", "signed"] as const;

/** What passes are and to what they are bound. */
export type PassSetting = {
  /**
   * `knownuser`: a queue token, which every connector reads and whoever knows the secret can make. `both`: a
   * signed pass as well, and connectors that can check it go by it alone. `signed`: the pass alone.
   */
  readonly kind: (typeof PASS_KINDS)[number];
  readonly bindsToUserAgent: boolean;
};

export const PLAIN_PASS: PassSetting = { kind: "knownuser", bindsToUserAgent: false };
