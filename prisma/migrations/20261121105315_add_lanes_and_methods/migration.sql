-- CreateEnum
CREATE TYPE "QueueingMethod" AS ENUM ('fifo', 'random', 'passthrough', 'reject');

-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "activeCap" INTEGER,
ADD COLUMN     "lanes" JSONB NOT NULL DEFAULT '{"mode":"ordered","defaultLane":"main","lanes":[{"key":"main","name":"Main line","weight":100,"fromRelativeQuality":null}]}',
ADD COLUMN     "method" "QueueingMethod" NOT NULL DEFAULT 'fifo',
ADD COLUMN     "queueAll" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "LaneCheckpoint" (
    "runId" TEXT NOT NULL,
    "lane" INTEGER NOT NULL,
    "last" BIGINT NOT NULL,
    "serving" BIGINT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "LaneCheckpoint_pkey" PRIMARY KEY ("runId","lane")
);

-- AddForeignKey
ALTER TABLE "LaneCheckpoint" ADD CONSTRAINT "LaneCheckpoint_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Move what is known of the only lane that there was
INSERT INTO "LaneCheckpoint" ("runId", "lane", "last", "serving", "at")
SELECT "id", 0, "checkpointLast", "checkpointServing", "checkpointAt" FROM "Run" WHERE "checkpointAt" IS NOT NULL;

-- AlterTable
ALTER TABLE "Run" DROP COLUMN "checkpointAt",
DROP COLUMN "checkpointLast",
DROP COLUMN "checkpointServing";
