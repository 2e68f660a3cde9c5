-- AlterTable
ALTER TABLE "setting" ADD COLUMN     "ranked_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "ranked_models" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "standing" (
    "setting_id" INTEGER NOT NULL,
    "model_id" INTEGER NOT NULL,
    "configuration_key" TEXT NOT NULL,
    "setting_key" TEXT NOT NULL,
    "observation_id" INTEGER NOT NULL,
    "position" INTEGER,
    "rank" INTEGER,
    "tied" BOOLEAN NOT NULL,
    "contested" BOOLEAN NOT NULL,
    "gap_to_leader" DECIMAL,
    "unranked_because" TEXT,

    CONSTRAINT "standing_pkey" PRIMARY KEY ("setting_id","model_id","configuration_key")
);

-- CreateTable
CREATE TABLE "percentile_position" (
    "setting_id" INTEGER NOT NULL,
    "model_id" INTEGER NOT NULL,
    "published" DOUBLE PRECISION,
    "independent" DOUBLE PRECISION,

    CONSTRAINT "percentile_position_pkey" PRIMARY KEY ("setting_id","model_id")
);

-- CreateIndex
CREATE INDEX "standing_setting_id_position_idx" ON "standing"("setting_id", "position");

-- CreateIndex
CREATE INDEX "standing_model_id_setting_key_configuration_key_idx" ON "standing"("model_id", "setting_key", "configuration_key");

-- CreateIndex
CREATE INDEX "standing_observation_id_idx" ON "standing"("observation_id");

-- CreateIndex
CREATE INDEX "percentile_position_model_id_idx" ON "percentile_position"("model_id");

-- AddForeignKey
ALTER TABLE "standing" ADD CONSTRAINT "standing_setting_id_fkey" FOREIGN KEY ("setting_id") REFERENCES "setting"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "standing" ADD CONSTRAINT "standing_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "standing" ADD CONSTRAINT "standing_observation_id_fkey" FOREIGN KEY ("observation_id") REFERENCES "observation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "percentile_position" ADD CONSTRAINT "percentile_position_setting_id_fkey" FOREIGN KEY ("setting_id") REFERENCES "setting"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "percentile_position" ADD CONSTRAINT "percentile_position_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What prisma/schema.prisma cannot say.
ALTER TABLE "standing"
  ALTER COLUMN "setting_key" TYPE TEXT COLLATE "C",
  ALTER COLUMN "configuration_key" TYPE TEXT COLLATE "C",
  ADD CHECK ("rank" >= 1),
  ADD CHECK ("position" >= "rank"),
  ADD CHECK ("gap_to_leader" >= 0),
  ADD CHECK (num_nonnulls("position", "rank", "gap_to_leader") = CASE WHEN "unranked_because" IS NULL THEN 3 ELSE 0 END);
ALTER TABLE "percentile_position"
  ADD CHECK ("published" BETWEEN 0 AND 100),
  ADD CHECK ("independent" BETWEEN 0 AND 100);
