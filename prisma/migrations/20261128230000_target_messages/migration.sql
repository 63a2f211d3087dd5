ALTER TABLE "Event" ADD COLUMN "pauseMessageAt" TIMESTAMP(3),
ADD COLUMN "targetedMessage" JSONB;
