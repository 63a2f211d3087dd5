-- Sessions that are there have proved nothing lately. Those to come begin with a proof.
ALTER TABLE "Session" ADD COLUMN     "provenAt" TIMESTAMP(3);
ALTER TABLE "Session" ALTER COLUMN "provenAt" SET DEFAULT CURRENT_TIMESTAMP;
