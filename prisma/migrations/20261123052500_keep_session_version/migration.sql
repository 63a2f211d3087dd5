-- The version before reads it in every sign-in. No cookie that it made carries this number, so that nobody comes back
-- whose sessions were ended.
ALTER TABLE "User" ADD COLUMN     "sessionVersion" INTEGER NOT NULL DEFAULT 1000000;
