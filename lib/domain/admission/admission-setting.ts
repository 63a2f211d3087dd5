/** Who is one visitor; the name is that of a header, of a cookie or of a parameter of the queue page. */
export type VisitorIdentity =
  | { readonly by: "browser" }
  | { readonly by: "address" }
  | { readonly by: "header"; readonly name: string }
  /** Of the site, where it is set for the waiting room's host too. */
  | { readonly by: "cookie"; readonly name: string }
  | { readonly by: "parameter"; readonly name: string };

/**
 * Admission by lottery instead of a line: a share of the visitors goes in, the others are held and
 * have a new ticket afterwards. The share is fixed, or falls as the seats under the active cap fill. With a lane it is
 * beside a line: nobody is held, and those who are drawn take that lane.
 */
export type AdmissionSetting = {
  readonly share:
    | { readonly type: "percentage"; readonly percent: number }
    /** At `midpointPercent` of the cap half is let in; larger steepness means a sharper bend. */
    | { readonly type: "sigmoid"; readonly midpointPercent: number; readonly steepness: number };
  readonly holdSeconds: number;
  readonly identity: VisitorIdentity;
  /** The key of the lane for those who are drawn; left out where they go in and all others are held. */
  readonly lane?: string;
};

/** The lottery that holds visitors; null where all of them wait in line, drawn or not. */
export function holdingLottery(admission: AdmissionSetting | null): AdmissionSetting | null {
  return admission?.lane === undefined ? admission : null;
}
