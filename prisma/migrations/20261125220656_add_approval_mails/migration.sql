-- CreateTable
CREATE TABLE "ApprovalMail" (
    "approvalId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMP(3),

    CONSTRAINT "ApprovalMail_pkey" PRIMARY KEY ("approvalId","userId")
);

-- CreateIndex
CREATE INDEX "ApprovalMail_userId_idx" ON "ApprovalMail"("userId");

-- CreateIndex
CREATE INDEX "ApprovalMail_dueAt_idx" ON "ApprovalMail"("dueAt");

-- AddForeignKey
ALTER TABLE "ApprovalMail" ADD CONSTRAINT "ApprovalMail_approvalId_fkey" FOREIGN KEY ("approvalId") REFERENCES "Approval"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApprovalMail" ADD CONSTRAINT "ApprovalMail_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
