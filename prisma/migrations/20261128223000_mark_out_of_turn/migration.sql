-- Admissions so far count as before: nothing tells which of them an operator had admitted next.
ALTER TABLE "Admission" ADD COLUMN "isOutOfTurn" BOOLEAN NOT NULL DEFAULT false;
