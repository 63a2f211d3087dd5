-- CreateTable
CREATE TABLE "ConfigPush" (
    "customerId" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "version" INTEGER,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMP(3),
    "attemptedAt" TIMESTAMP(3),
    "problem" TEXT,
    "deliveredVersion" INTEGER,
    "deliveredAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ConfigPush_pkey" PRIMARY KEY ("customerId")
);

-- CreateIndex
CREATE INDEX "ConfigPush_nextAttemptAt_idx" ON "ConfigPush"("nextAttemptAt");

-- AddForeignKey
ALTER TABLE "ConfigPush" ADD CONSTRAINT "ConfigPush_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
