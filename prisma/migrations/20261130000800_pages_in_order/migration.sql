-- Pages in the order of their list: a page reads what it shows, whatever it is a page of.

-- ------------------------------------------------------------------ observations of a parent, by each of their orders
-- One index serves both directions of an order: rows without a value, which come last either way, are read after the
-- others (src/loaders/page-rows.ts). So the pairs of indexes with stand-ins for null go.
DROP INDEX "observation_by_value", "observation_by_value_desc", "observation_by_published", "observation_by_published_desc",
  "observation_by_retrieved", "observation_by_retrieved_desc", "observation_of_setting_by_value",
  "observation_of_setting_by_value_desc", "observation_of_benchmark_by_value", "observation_of_benchmark_by_value_desc",
  "observation_of_source_by_value_desc";

CREATE INDEX "observation_model_id_value_key_idx" ON "observation"("model_id", "value", "key");
CREATE INDEX "observation_model_id_published_at_key_idx" ON "observation"("model_id", "published_at", "key");
CREATE INDEX "observation_model_id_retrieved_at_key_idx" ON "observation"("model_id", "retrieved_at", "key");
CREATE INDEX "observation_model_id_benchmark_slug_key_idx" ON "observation"("model_id", "benchmark_slug", "key");
CREATE INDEX "observation_benchmark_id_value_key_idx" ON "observation"("benchmark_id", "value", "key");
CREATE INDEX "observation_benchmark_id_published_at_key_idx" ON "observation"("benchmark_id", "published_at", "key");
CREATE INDEX "observation_benchmark_id_retrieved_at_key_idx" ON "observation"("benchmark_id", "retrieved_at", "key");
CREATE INDEX "observation_benchmark_id_model_slug_key_idx" ON "observation"("benchmark_id", "model_slug", "key");
CREATE INDEX "observation_setting_id_value_key_idx" ON "observation"("setting_id", "value", "key");
CREATE INDEX "observation_setting_id_published_at_key_idx" ON "observation"("setting_id", "published_at", "key");
CREATE INDEX "observation_setting_id_retrieved_at_key_idx" ON "observation"("setting_id", "retrieved_at", "key");
CREATE INDEX "observation_setting_id_model_slug_key_idx" ON "observation"("setting_id", "model_slug", "key");
CREATE INDEX "observation_source_id_value_key_idx" ON "observation"("source_id", "value", "key");
CREATE INDEX "observation_source_id_published_at_key_idx" ON "observation"("source_id", "published_at", "key");
CREATE INDEX "observation_source_id_retrieved_at_key_idx" ON "observation"("source_id", "retrieved_at", "key");
CREATE INDEX "observation_source_id_model_slug_key_idx" ON "observation"("source_id", "model_slug", "key");
CREATE INDEX "observation_source_id_benchmark_slug_key_idx" ON "observation"("source_id", "benchmark_slug", "key");

-- Few observations are read from another source than their own.
DROP INDEX "observation_read_from_id_key_idx";
CREATE INDEX "observation_quoted" ON "observation" ("read_from_id", "key") WHERE "read_from_id" IS NOT NULL;
CREATE INDEX "observation_quoted_by_value" ON "observation" ("read_from_id", "value", "key") WHERE "read_from_id" IS NOT NULL;
CREATE INDEX "observation_quoted_by_published" ON "observation" ("read_from_id", "published_at", "key")
  WHERE "read_from_id" IS NOT NULL;
CREATE INDEX "observation_quoted_by_retrieved" ON "observation" ("read_from_id", "retrieved_at", "key")
  WHERE "read_from_id" IS NOT NULL;
CREATE INDEX "observation_quoted_by_model" ON "observation" ("read_from_id", "model_slug", "key")
  WHERE "read_from_id" IS NOT NULL;
CREATE INDEX "observation_quoted_by_benchmark" ON "observation" ("read_from_id", "benchmark_slug", "key")
  WHERE "read_from_id" IS NOT NULL;

-- ------------------------------------------------------------------ pairs that lists go by, kept by the writer
-- A setting with 20,000 observations may have five sources: without these, all were read to find them. Foreign keys bring
-- new slugs; that the rest exists is what the observations' own say.
CREATE TABLE "benchmark_model" (
    "benchmark_id" INTEGER NOT NULL,
    "model_id" INTEGER NOT NULL,
    "model_slug" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "benchmark_model_pkey" PRIMARY KEY ("benchmark_id","model_slug")
);
CREATE TABLE "model_source" (
    "model_id" INTEGER NOT NULL,
    "source_id" INTEGER NOT NULL,
    "source_slug" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "model_source_pkey" PRIMARY KEY ("model_id","source_slug")
);
CREATE TABLE "setting_source" (
    "setting_id" INTEGER NOT NULL,
    "setting_key" TEXT COLLATE "C" NOT NULL,
    "source_id" INTEGER NOT NULL,
    "source_slug" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "setting_source_pkey" PRIMARY KEY ("setting_id","source_slug")
);
CREATE UNIQUE INDEX "source_id_slug_key" ON "source"("id", "slug");
CREATE INDEX "benchmark_model_model_id_idx" ON "benchmark_model"("model_id");
CREATE INDEX "model_source_source_id_idx" ON "model_source"("source_id");
CREATE UNIQUE INDEX "setting_source_source_id_setting_key_key" ON "setting_source"("source_id", "setting_key");
ALTER TABLE "benchmark_model" ADD CONSTRAINT "benchmark_model_model_id_model_slug_fkey" FOREIGN KEY ("model_id", "model_slug") REFERENCES "model"("id", "slug") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "model_source" ADD CONSTRAINT "model_source_source_id_source_slug_fkey" FOREIGN KEY ("source_id", "source_slug") REFERENCES "source"("id", "slug") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "setting_source" ADD CONSTRAINT "setting_source_source_id_source_slug_fkey" FOREIGN KEY ("source_id", "source_slug") REFERENCES "source"("id", "slug") ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO "benchmark_model" ("benchmark_id", "model_id", "model_slug")
  SELECT DISTINCT "benchmark_id", "model_id", "model_slug" FROM "observation";
INSERT INTO "model_source" ("model_id", "source_id", "source_slug")
  SELECT o."model_id", s."id", s."slug" FROM (
    SELECT "model_id", "source_id" FROM "observation" UNION SELECT "model_id", "read_from_id" FROM "observation"
  ) o JOIN "source" s ON s."id" = o."source_id";
INSERT INTO "setting_source" ("setting_id", "setting_key", "source_id", "source_slug")
  SELECT t."id", t."key", s."id", s."slug" FROM (SELECT DISTINCT "setting_id", "source_id" FROM "observation") o
  JOIN "setting" t ON t."id" = o."setting_id" JOIN "source" s ON s."id" = o."source_id";

-- ------------------------------------------------------------------ notes
-- A note has a subject once. Where PostgreSQL knows that, the notes of a subject come in the order of their keys.
DROP INDEX "note_subject_benchmark_id_note_key_idx";
DROP INDEX "note_subject_model_id_note_key_idx";
DROP INDEX "note_subject_observation_id_note_key_idx";
DROP INDEX "note_subject_setting_id_note_key_idx";
DROP INDEX "note_subject_source_id_note_key_idx";
CREATE UNIQUE INDEX "note_subject_model_id_note_key_key" ON "note_subject"("model_id", "note_key");
CREATE UNIQUE INDEX "note_subject_benchmark_id_note_key_key" ON "note_subject"("benchmark_id", "note_key");
CREATE UNIQUE INDEX "note_subject_setting_id_note_key_key" ON "note_subject"("setting_id", "note_key");
CREATE UNIQUE INDEX "note_subject_observation_id_note_key_key" ON "note_subject"("observation_id", "note_key");
CREATE UNIQUE INDEX "note_subject_source_id_note_key_key" ON "note_subject"("source_id", "note_key");
DROP INDEX "note_subject_once";
CREATE UNIQUE INDEX "note_subject_table_once" ON "note_subject" ("table_id", "note_key") WHERE "table_id" IS NOT NULL;
CREATE UNIQUE INDEX "note_subject_author_once" ON "note_subject" ("author_id", "note_key") WHERE "author_id" IS NOT NULL;
CREATE INDEX "note_type_origin_key_idx" ON "note"("type", "origin", "key");
-- What is not published, by aspect and by what it is missing of.
CREATE TABLE "note_aspect" (
    "note_key" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "aspect" "aspect" NOT NULL,
    "observation_id" INTEGER,
    "setting_id" INTEGER,
    "source_id" INTEGER,

    CONSTRAINT "note_aspect_pkey" PRIMARY KEY ("note_key","position","aspect")
);
ALTER TABLE "note_aspect" ADD CONSTRAINT "note_aspect_note_key_fkey" FOREIGN KEY ("note_key") REFERENCES "note"("key") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "note_aspect" ADD CHECK (num_nonnulls("observation_id", "setting_id", "source_id") = 1);
INSERT INTO "note_aspect" ("note_key", "position", "aspect", "observation_id", "setting_id", "source_id")
  SELECT DISTINCT s."note_key", s."position", a.aspect, s."observation_id", s."setting_id", s."source_id"
  FROM "note_subject" s JOIN "note" n ON n."key" = s."note_key" CROSS JOIN LATERAL unnest(n."aspects") a(aspect)
  WHERE n."type" = 'NOT_PUBLISHED' AND s."position" IS NOT NULL
    AND num_nonnulls(s."observation_id", s."setting_id", s."source_id") = 1;
CREATE INDEX "note_aspect_of_observation" ON "note_aspect" ("aspect", "observation_id") WHERE "observation_id" IS NOT NULL;
CREATE INDEX "note_aspect_of_setting" ON "note_aspect" ("aspect", "setting_id") WHERE "setting_id" IS NOT NULL;
CREATE INDEX "note_aspect_of_source" ON "note_aspect" ("aspect", "source_id") WHERE "source_id" IS NOT NULL;

-- ------------------------------------------------------------------ settings without peers: the others are in setting_with_peers
CREATE INDEX "setting_without_peers" ON "setting" ("key") WHERE "model_count" <= 1;

-- ------------------------------------------------------------------ pieces of names
-- All pieces of three characters of the texts, for "contains" and "startsWith": a text that holds another holds its pieces.
-- It is what pg_trgm would do, without an extension that not every PostgreSQL has.
CREATE FUNCTION text_pieces(VARIADIC texts text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 200 AS $$
DECLARE
  whole text := lower(array_to_string(texts, ' ') COLLATE "C");
  pieces text[] := '{}';
BEGIN
  FOR start IN 1 .. length(whole) - 2 LOOP
    pieces[start] := substr(whole, start, 3);
  END LOOP;
  RETURN pieces;
END $$;
CREATE INDEX "model_pieces" ON "model" USING gin (text_pieces("slug", "name", "family"));
CREATE INDEX "benchmark_pieces" ON "benchmark" USING gin (text_pieces("slug", "name", "category"));
CREATE INDEX "setting_pieces" ON "setting" USING gin (text_pieces("key", "label", "subset", "metric"));
CREATE INDEX "source_pieces" ON "source" USING gin (text_pieces("slug", "title"));
CREATE INDEX "author_pieces" ON "author" USING gin (text_pieces("slug", "name"));

-- ------------------------------------------------------------------ what comes from a node
-- Walks of provenance go against these references as well; few rows have them.
CREATE INDEX "note_subject_author" ON "note_subject" ("author_id") WHERE "author_id" IS NOT NULL;
CREATE INDEX "note_subject_table" ON "note_subject" ("table_id") WHERE "table_id" IS NOT NULL;
CREATE INDEX "fact_stated_in" ON "fact" ("stated_in_id") WHERE "stated_in_id" IS NOT NULL;
CREATE INDEX "model_merged_into" ON "model" ("merged_into_id") WHERE "merged_into_id" IS NOT NULL;
