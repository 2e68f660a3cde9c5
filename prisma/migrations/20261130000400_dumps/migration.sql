-- Dumps: what a page is known to hold row by row, so that a newer dump of it says what it replaced and what has gone.

-- CreateTable
CREATE TABLE "series" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "as_of" TEXT NOT NULL,

    CONSTRAINT "series_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sighting" (
    "series_id" INTEGER NOT NULL,
    "observation_id" INTEGER NOT NULL,
    "row_key" TEXT NOT NULL,
    "native_id" TEXT,
    "first_seen" TEXT NOT NULL,
    "last_seen" TEXT NOT NULL,
    "gone_as_of" TEXT,
    "import_id" INTEGER NOT NULL,
    "gone_import_id" INTEGER,

    CONSTRAINT "sighting_pkey" PRIMARY KEY ("series_id","observation_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "series_key_key" ON "series"("key");
CREATE INDEX "series_format_name_idx" ON "series"("format", "name");
CREATE INDEX "sighting_series_id_row_key_idx" ON "sighting"("series_id", "row_key");
CREATE INDEX "sighting_observation_id_idx" ON "sighting"("observation_id");

-- AddForeignKey
ALTER TABLE "sighting" ADD CONSTRAINT "sighting_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "series"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "sighting" ADD CONSTRAINT "sighting_observation_id_fkey" FOREIGN KEY ("observation_id") REFERENCES "observation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "sighting" ADD CONSTRAINT "sighting_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "sighting" ADD CONSTRAINT "sighting_gone_import_id_fkey" FOREIGN KEY ("gone_import_id") REFERENCES "import"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What the schema language cannot say. A moment begins with its day, so both compare as text.
ALTER TABLE "series" ADD CHECK (is_key("key"));
ALTER TABLE "sighting"
  ALTER COLUMN "first_seen" TYPE TEXT COLLATE "C",
  ALTER COLUMN "last_seen" TYPE TEXT COLLATE "C",
  ALTER COLUMN "gone_as_of" TYPE TEXT COLLATE "C",
  ADD CHECK (is_key("row_key")),
  ADD CHECK ("first_seen" ~ '^[12][0-9]{3}-[0-9]{2}-[0-9]{2}(T[0-9:]{8}Z)?$'),
  ADD CHECK ("last_seen" ~ '^[12][0-9]{3}-[0-9]{2}-[0-9]{2}(T[0-9:]{8}Z)?$'),
  ADD CHECK (("gone_as_of" IS NULL) = ("gone_import_id" IS NULL));
