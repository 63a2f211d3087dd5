-- CreateTable
CREATE TABLE "Threshold" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "eventId" TEXT,
    "name" TEXT NOT NULL,
    "metric" TEXT NOT NULL,
    "crossedAt" DOUBLE PRECISION NOT NULL,
    "clearedAt" DOUBLE PRECISION NOT NULL,
    "holdSeconds" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Threshold_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Threshold_customerId_createdAt_idx" ON "Threshold"("customerId", "createdAt");

-- CreateIndex
CREATE INDEX "Threshold_eventId_idx" ON "Threshold"("eventId");

-- AddForeignKey
ALTER TABLE "Threshold" ADD CONSTRAINT "Threshold_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Threshold" ADD CONSTRAINT "Threshold_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "Event"("id") ON DELETE CASCADE ON UPDATE CASCADE;
