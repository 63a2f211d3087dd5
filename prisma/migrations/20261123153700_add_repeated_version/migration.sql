-- AlterTable
ALTER TABLE "Publication" ADD COLUMN     "repeats" INTEGER;
