-- CreateTable
CREATE TABLE "HourFigure" (
    "runId" TEXT NOT NULL,
    "lane" SMALLINT NOT NULL,
    "hour" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "counts" INTEGER[],

    CONSTRAINT "HourFigure_pkey" PRIMARY KEY ("runId","lane","hour","part","kind")
)
-- A row is written many times in its hour: with room in its page it stays there, and the old versions go at once.
WITH (fillfactor = 70);

-- CreateIndex
CREATE INDEX "HourFigure_hour_idx" ON "HourFigure"("hour");

-- AddForeignKey
ALTER TABLE "HourFigure" ADD CONSTRAINT "HourFigure_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
