import { sameValue } from "@/lib/domain/same-value";
import type { RehearsalEvent } from "@/lib/services/operation/rehearsal/find-event";
import { newWhatIf, type VariantValues, type WhatIfValues } from "./what-if-values";

/** A form as it stands, and what each field of it was given: a field that differs was touched. */
export type Filled = { readonly values: WhatIfValues; readonly given: WhatIfValues };

export function filledFor(event: RehearsalEvent | undefined): Filled {
  const given = newWhatIf(event);
  return { values: given, given };
}

/**
 * The form once another event is chosen. What nobody has touched is what a new form of that event begins with; what
 * somebody has typed or chosen stays, also through events that happen to begin with the same. A run is one of its
 * event, so it is always the newest of the new one.
 */
export function followEvent({ values, given }: Filled, event: RehearsalEvent | undefined): Filled {
  const next = newWhatIf(event);
  return {
    values: chosen(values, given, next, (mine, was, is) => (sameValue(mine, was) ? is : mine)),
    // What was touched keeps what it was given, so that it counts as touched from now on.
    given: chosen(values, given, next, (mine, was, is) => (sameValue(mine, was) ? is : was)),
  };
}

type Choose = <Value>(mine: Value, was: Value, is: Value) => Value;

/** All that depends on the event is chosen; the rest stays as it stands. */
function chosen(
  mine: WhatIfValues,
  was: WhatIfValues,
  is: WhatIfValues,
  choose: Choose,
): WhatIfValues {
  const peakPerMinute = choose(
    mine.arrivals.peakPerMinute,
    was.arrivals.peakPerMinute,
    is.arrivals.peakPerMinute,
  );
  return {
    ...mine,
    name: choose(mine.name, was.name, is.name),
    eventId: is.eventId,
    arrivals: { ...mine.arrivals, peakPerMinute, run: is.arrivals.run },
    plan: chosenVariant(mine.plan, was.plan, is.plan, choose),
    change: chosenVariant(mine.change, was.change, is.change, choose),
  };
}

function chosenVariant(
  mine: VariantValues,
  was: VariantValues,
  is: VariantValues,
  choose: Choose,
): VariantValues {
  return {
    ...mine,
    order: choose(mine.order, was.order, is.order),
    outflow: choose(mine.outflow, was.outflow, is.outflow),
    opensAfterMinutes: choose(mine.opensAfterMinutes, was.opensAfterMinutes, is.opensAfterMinutes),
    site: {
      people: choose(mine.site.people, was.site.people, is.site.people),
      minutes: choose(mine.site.minutes, was.site.minutes, is.site.minutes),
    },
  };
}
