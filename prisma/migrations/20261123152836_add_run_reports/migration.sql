-- AlterTable
ALTER TABLE "Customer" ADD COLUMN     "mailsReports" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "RunReport" (
    "runId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "countedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RunReport_pkey" PRIMARY KEY ("runId")
);

-- CreateTable
CREATE TABLE "PublishedReport" (
    "id" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "publishedBy" TEXT NOT NULL,
    "publishedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PublishedReport_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReportMail" (
    "runId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "sentAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReportMail_pkey" PRIMARY KEY ("runId","userId")
);

-- CreateIndex
CREATE UNIQUE INDEX "PublishedReport_runId_key" ON "PublishedReport"("runId");

-- CreateIndex
CREATE INDEX "ReportMail_userId_idx" ON "ReportMail"("userId");

-- CreateIndex
CREATE INDEX "Admission_queueId_idx" ON "Admission" USING HASH ("queueId");

-- AddForeignKey
ALTER TABLE "RunReport" ADD CONSTRAINT "RunReport_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PublishedReport" ADD CONSTRAINT "PublishedReport_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReportMail" ADD CONSTRAINT "ReportMail_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReportMail" ADD CONSTRAINT "ReportMail_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
