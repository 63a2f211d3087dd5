-- AlterTable
ALTER TABLE "Secret" ADD COLUMN     "activatedAt" TIMESTAMP(3),
ADD COLUMN     "eventId" TEXT,
ADD COLUMN     "keyId" TEXT;

-- A secret that signs was activated. The others count as staged, which takes nothing from them.
UPDATE "Secret" SET "activatedAt" = "createdAt" WHERE "active";

-- AddForeignKey
ALTER TABLE "Secret" ADD CONSTRAINT "Secret_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "Event"("id") ON DELETE CASCADE ON UPDATE CASCADE;
