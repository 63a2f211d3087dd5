import { expect, test } from "vitest";
import { PREVIEWED_STATES } from "@/components/events/new/previewed-states";
import { PREVIEW_STATES } from "@/waiting-room/pages/preview-states";

test.each(Object.entries(PREVIEWED_STATES))("a preview can show each state of %s", (_, states) => {
  const known = PREVIEW_STATES.map(({ id }) => id);
  expect(known).toEqual(expect.arrayContaining([...states]));
});
