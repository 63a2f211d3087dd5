"use client";

import dynamic from "next/dynamic";

/** What stands instead of every page for a few people: the others do not load it. */
export const ChooseCustomer = dynamic(() =>
  import("./choose-customer").then((file) => file.ChooseCustomer),
);

export const ShowMoreFirst = dynamic(() =>
  import("./show-more-first").then((file) => file.ShowMoreFirst),
);
