"use client";

import dynamic from "next/dynamic";

/** What stands beside the form of one section: the other sections do not load it. */
export const EventLifePanel = dynamic(() =>
  import("../life/event-life-panel").then((file) => file.EventLifePanel),
);

export const IntegrationPanel = dynamic(() =>
  import("../integration/integration-panel").then((file) => file.IntegrationPanel),
);

export const SchedulePanel = dynamic(() =>
  import("@/components/schedules/schedule-panel").then((file) => file.SchedulePanel),
);
