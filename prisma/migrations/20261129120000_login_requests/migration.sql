-- CreateTable
CREATE TABLE "LoginRequest" (
    "deviceHash" TEXT NOT NULL,
    "userCode" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "permissions" TEXT[],
    "validDays" INTEGER NOT NULL,
    "network" TEXT NOT NULL,
    "intervalSeconds" INTEGER NOT NULL,
    "polledAt" TIMESTAMP(3),
    "membershipId" TEXT,
    "isRefused" BOOLEAN NOT NULL DEFAULT false,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "LoginRequest_pkey" PRIMARY KEY ("deviceHash")
);

-- CreateIndex
CREATE UNIQUE INDEX "LoginRequest_userCode_key" ON "LoginRequest"("userCode");

-- CreateIndex
CREATE INDEX "LoginRequest_expiresAt_idx" ON "LoginRequest"("expiresAt");
