-- CreateTable
CREATE TABLE "EventKey" (
    "eventId" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,

    CONSTRAINT "EventKey_pkey" PRIMARY KEY ("eventId")
);

-- AddForeignKey
ALTER TABLE "EventKey" ADD CONSTRAINT "EventKey_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "Event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "ConfigKey" ADD COLUMN     "activatedAt" TIMESTAMP(3);

-- Every key so far signs.
UPDATE "ConfigKey" SET "activatedAt" = "createdAt";
