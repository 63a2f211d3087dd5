-- CreateTable
CREATE TABLE "EventCheckpoint" (
    "eventId" TEXT NOT NULL,
    "lineTimeMs" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "limits" TEXT NOT NULL,
    "limitsVersion" INTEGER NOT NULL,
    "governor" TEXT,
    "processIds" TEXT[],
    "storedThroughMs" BIGINT NOT NULL,

    CONSTRAINT "EventCheckpoint_pkey" PRIMARY KEY ("eventId")
);
