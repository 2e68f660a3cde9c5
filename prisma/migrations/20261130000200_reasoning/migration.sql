-- CreateEnum
CREATE TYPE "act_kind" AS ENUM ('AUDIT', 'FILE_ISSUE', 'RESOLVE_ISSUE', 'REOPEN_ISSUE', 'ADD_ALIAS', 'LINK_DERIVATION', 'SET_STATUS');

-- DropForeignKey
ALTER TABLE "alias" DROP CONSTRAINT "alias_import_id_fkey";

-- DropForeignKey
ALTER TABLE "derivation" DROP CONSTRAINT "derivation_import_id_fkey";

-- DropForeignKey
ALTER TABLE "note" DROP CONSTRAINT "note_import_id_fkey";

-- AlterTable
ALTER TABLE "alias" ADD COLUMN     "act_id" INTEGER,
ALTER COLUMN "import_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "benchmark" ADD COLUMN     "choices" INTEGER,
ADD COLUMN     "composite_index" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "structure" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "style_trait" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "derivation" ADD COLUMN     "act_id" INTEGER,
ALTER COLUMN "import_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "note" ADD COLUMN     "act_id" INTEGER,
ADD COLUMN     "finding_key" TEXT,
ALTER COLUMN "import_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "setting" ADD COLUMN     "model_count" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "act" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "kind" "act_kind" NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "by" TEXT NOT NULL,
    "reason" TEXT,
    "import_id" INTEGER,

    CONSTRAINT "act_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change" (
    "id" SERIAL NOT NULL,
    "act_id" INTEGER NOT NULL,
    "note_key" TEXT,
    "model_id" INTEGER,
    "observation_id" INTEGER,
    "field" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "change_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "act_key_key" ON "act"("key");

-- CreateIndex
CREATE INDEX "act_at_idx" ON "act"("at");

-- CreateIndex
CREATE INDEX "change_act_id_idx" ON "change"("act_id");

-- CreateIndex
CREATE INDEX "change_note_key_id_idx" ON "change"("note_key", "id");

-- CreateIndex
CREATE INDEX "change_model_id_id_idx" ON "change"("model_id", "id");

-- CreateIndex
CREATE INDEX "change_observation_id_id_idx" ON "change"("observation_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "note_finding_key_key" ON "note"("finding_key");

-- AddForeignKey
ALTER TABLE "act" ADD CONSTRAINT "act_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change" ADD CONSTRAINT "change_act_id_fkey" FOREIGN KEY ("act_id") REFERENCES "act"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change" ADD CONSTRAINT "change_note_key_fkey" FOREIGN KEY ("note_key") REFERENCES "note"("key") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change" ADD CONSTRAINT "change_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change" ADD CONSTRAINT "change_observation_id_fkey" FOREIGN KEY ("observation_id") REFERENCES "observation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alias" ADD CONSTRAINT "alias_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alias" ADD CONSTRAINT "alias_act_id_fkey" FOREIGN KEY ("act_id") REFERENCES "act"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "derivation" ADD CONSTRAINT "derivation_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "derivation" ADD CONSTRAINT "derivation_act_id_fkey" FOREIGN KEY ("act_id") REFERENCES "act"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_act_id_fkey" FOREIGN KEY ("act_id") REFERENCES "act"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What prisma/schema.prisma cannot say.
ALTER TABLE "act" ALTER COLUMN "key" TYPE TEXT COLLATE "C", ADD CHECK (is_key("key")), ADD CHECK ("by" <> '');
ALTER TABLE "change"
  ALTER COLUMN "note_key" TYPE TEXT COLLATE "C",
  ADD CHECK (num_nonnulls("note_key", "model_id", "observation_id") = 1);
ALTER TABLE "note"
  ALTER COLUMN "finding_key" TYPE TEXT COLLATE "C",
  ADD CHECK (is_key("finding_key")),
  ADD CHECK (num_nonnulls("import_id", "act_id") >= 1);
ALTER TABLE "alias" ADD CHECK (num_nonnulls("import_id", "act_id") >= 1);
ALTER TABLE "derivation" ADD CHECK (num_nonnulls("import_id", "act_id") >= 1);
ALTER TABLE "benchmark" ADD CHECK ("choices" >= 2), ADD CHECK (jsonb_typeof("structure") = 'array');
ALTER TABLE "setting" ADD CHECK ("model_count" >= 0);

UPDATE "setting" t SET "model_count" = (SELECT count(DISTINCT o."model_id") FROM "observation" o WHERE o."setting_id" = t."id");

CREATE INDEX "setting_with_peers" ON "setting" ("key") WHERE "model_count" > 1;
