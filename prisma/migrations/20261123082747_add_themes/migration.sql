-- CreateEnum
CREATE TYPE "ThemeAssetKind" AS ENUM ('logo', 'background', 'font', 'template');

-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "theme" TEXT;

-- CreateTable
CREATE TABLE "Theme" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "assets" TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "revision" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Theme_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ThemeAsset" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "kind" "ThemeAssetKind" NOT NULL,
    "contentType" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "size" INTEGER NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "isVariable" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "unusedSince" TIMESTAMP(3) DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ThemeAsset_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Theme_customerId_key_key" ON "Theme"("customerId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "ThemeAsset_customerId_hash_kind_key" ON "ThemeAsset"("customerId", "hash", "kind");

-- CreateIndex
CREATE INDEX "ThemeAsset_unusedSince_idx" ON "ThemeAsset"("unusedSince");

-- AddForeignKey
ALTER TABLE "Theme" ADD CONSTRAINT "Theme_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ThemeAsset" ADD CONSTRAINT "ThemeAsset_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
