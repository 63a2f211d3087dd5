-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "createdBy" TEXT,
ADD COLUMN     "eventIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "permissions" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "ApiAnswer" (
    "apiKeyId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "requestHash" TEXT NOT NULL,
    "status" INTEGER,
    "sealed" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ApiAnswer_pkey" PRIMARY KEY ("apiKeyId","key")
);

-- CreateIndex
CREATE INDEX "ApiAnswer_createdAt_idx" ON "ApiAnswer"("createdAt");

-- AddForeignKey
ALTER TABLE "ApiAnswer" ADD CONSTRAINT "ApiAnswer_apiKeyId_fkey" FOREIGN KEY ("apiKeyId") REFERENCES "ApiKey"("id") ON DELETE CASCADE ON UPDATE CASCADE;
