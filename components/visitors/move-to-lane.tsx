import { useState } from "react";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { SelectBox } from "@/components/shared/select-box";
import { useReveal } from "@/components/shared/use-reveal";
import { Button } from "@/components/ui/button";
import type { VisitorStory } from "@/lib/services/operation/report/find-visitor";
import { nameOfVisitor, visitorInSentence } from "./name-of-visitor";
import type { VisitorActions } from "./visitor-actions";

type MoveToLaneProps = {
  story: VisitorStory;
  makeCode: NonNullable<VisitorActions["makeCode"]>;
};

const REVEALED = {
  title: "Access code for this visitor",
  what: "the access code",
  advice:
    "This code is only shown once. Read it to the visitor, who enters it under “I have an access code”.",
};

/** Makes a code of one use that leads to another lane: a place is sealed in its browser, so its visitor has to enter it. */
export function MoveToLane({ story, makeCode }: MoveToLaneProps) {
  const { lanes, place, eventId } = story;
  const others = lanes.filter(({ name }) => name !== place.lane);
  const [isOpen, setOpen] = useState(false);
  const [lane, setLane] = useState(others[0]?.key ?? "");
  const reveal = useReveal();
  const count = 1;
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        Move to another lane
      </Button>
      <DangerDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Move ${visitorInSentence(story)} to another lane?`}
        confirm="Create access code"
        variant="primary"
        run={() =>
          makeCode({
            eventId,
            name: nameOfVisitor(story),
            count,
            lane,
            use: { kind: "single-use" },
          })
        }
        onDone={({ csv }) => reveal(REVEALED, codeIn(csv))}
      >
        <div className="flex flex-col gap-3">
          <p>
            Creates an access code for one use. The visitor enters it on the waiting page, gets a
            place at the end of that lane and gives up this one.
          </p>
          <SelectBox
            label="Lane"
            value={lane}
            options={others.map(({ key, name }) => ({ value: key, label: name }))}
            onChange={setLane}
          />
        </div>
      </DangerDialog>
    </>
  );
}

/** The first field of the row below the headings. */
function codeIn(csv: string): string {
  return csv.split("\r\n")[1]?.split(",")[0] ?? "";
}
