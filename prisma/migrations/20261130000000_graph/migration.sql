-- CreateEnum
CREATE TYPE "author_kind" AS ENUM ('PERSON', 'ORGANIZATION');

-- CreateEnum
CREATE TYPE "source_kind" AS ENUM ('PAPER', 'MODEL_CARD', 'LEADERBOARD', 'AGGREGATOR', 'DATASET', 'BLOG', 'RUN_LOG', 'OTHER');

-- CreateEnum
CREATE TYPE "evidence" AS ENUM ('VENDOR', 'BENCHMARK_MAINTAINER', 'OTHER_DEVELOPER', 'INDEPENDENT', 'UNKNOWN');

-- CreateEnum
CREATE TYPE "evidence_party" AS ENUM ('FIRST', 'THIRD', 'UNKNOWN');

-- CreateEnum
CREATE TYPE "observation_status" AS ENUM ('ACTIVE', 'HISTORICAL', 'SUPERSEDED', 'DISPUTED', 'RETRACTED');

-- CreateEnum
CREATE TYPE "derivation_kind" AS ENUM ('TRANSCRIBED', 'ROUNDED', 'NORMALIZED', 'CONVERTED', 'AGGREGATED', 'OTHER');

-- CreateEnum
CREATE TYPE "note_type" AS ENUM ('UNRESOLVED_ISSUE', 'NOT_PUBLISHED', 'REMARK');

-- CreateEnum
CREATE TYPE "note_origin" AS ENUM ('PUBLISHED', 'COMPUTED', 'CURATED');

-- CreateEnum
CREATE TYPE "issue_kind" AS ENUM ('DISAGREEMENT', 'TRANSCRIPTION', 'AGGREGATE_MISMATCH', 'UNATTAINABLE', 'OUT_OF_RANGE', 'AMBIGUOUS_SETTING', 'AMBIGUOUS_COLUMN', 'SAMPLE_COUNT', 'WRONG_SUBJECT', 'WRONG_DATE', 'WRONG_EVIDENCE', 'OTHER');

-- CreateEnum
CREATE TYPE "issue_state" AS ENUM ('OPEN', 'RESOLVED');

-- CreateEnum
CREATE TYPE "extent" AS ENUM ('SOURCE', 'CAPTURE');

-- CreateEnum
CREATE TYPE "aspect" AS ENUM ('SCORE', 'SAMPLE_SIZE', 'UNCERTAINTY', 'PROMPT', 'DECODING', 'SHOTS', 'RUN_DATE', 'UNIT', 'DATASET_REVISION', 'SPLIT', 'QUANTIZATION', 'METRIC', 'COLUMN_NAME', 'CHECKPOINT', 'EVALUATOR', 'CONTEXT_WINDOW', 'OTHER');

-- CreateTable
CREATE TABLE "import" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(6) NOT NULL,
    "finished_at" TIMESTAMPTZ(6),
    "accepted" INTEGER NOT NULL DEFAULT 0,
    "duplicates" INTEGER NOT NULL DEFAULT 0,
    "rejected" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rejection" (
    "import_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "file" TEXT NOT NULL,
    "line" INTEGER,
    "field" TEXT,
    "reason" TEXT NOT NULL,

    CONSTRAINT "rejection_pkey" PRIMARY KEY ("import_id","position")
);

-- CreateTable
CREATE TABLE "former_slug" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "model_id" INTEGER,
    "benchmark_id" INTEGER,
    "source_id" INTEGER,
    "author_id" INTEGER,

    CONSTRAINT "former_slug_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "author" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "base_slug" TEXT NOT NULL,
    "kind" "author_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "orcid" TEXT,
    "import_id" INTEGER NOT NULL,

    CONSTRAINT "author_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "base_slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "family" TEXT,
    "hugging_face_id" TEXT,
    "base_model_id" INTEGER,
    "merged_into_id" INTEGER,
    "observation_count" INTEGER NOT NULL DEFAULT 0,
    "issue_count" INTEGER NOT NULL DEFAULT 0,
    "import_id" INTEGER NOT NULL,

    CONSTRAINT "model_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model_developer" (
    "model_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "author_id" INTEGER NOT NULL,

    CONSTRAINT "model_developer_pkey" PRIMARY KEY ("model_id","position")
);

-- CreateTable
CREATE TABLE "alias" (
    "id" SERIAL NOT NULL,
    "model_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "source_id" INTEGER,
    "import_id" INTEGER NOT NULL,

    CONSTRAINT "alias_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fact" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "model_id" INTEGER NOT NULL,
    "property" TEXT NOT NULL,
    "value_text" TEXT,
    "value_number" DECIMAL,
    "unit" TEXT,
    "as_of" TEXT,
    "stated_in_id" INTEGER,
    "stated_by_id" INTEGER,
    "missing_key" TEXT,
    "import_id" INTEGER NOT NULL,

    CONSTRAINT "fact_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "benchmark" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "base_slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "category" TEXT,
    "import_id" INTEGER NOT NULL,

    CONSTRAINT "benchmark_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setting" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "benchmark_id" INTEGER NOT NULL,
    "edition" TEXT,
    "subset" TEXT,
    "metric" TEXT,
    "unit" TEXT,
    "higher_is_better" BOOLEAN,
    "min" DECIMAL,
    "max" DECIMAL,
    "definition" JSONB NOT NULL DEFAULT '[]',
    "protocol" JSONB NOT NULL DEFAULT '[]',
    "import_id" INTEGER NOT NULL,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "base_slug" TEXT NOT NULL,
    "kind" "source_kind" NOT NULL,
    "title" TEXT NOT NULL,
    "work" TEXT NOT NULL,
    "url" TEXT,
    "arxiv_id" TEXT,
    "doi" TEXT,
    "version" TEXT,
    "publisher_id" INTEGER,
    "published_at" TEXT,
    "updated_at" TEXT,
    "retrieved_at" TEXT,
    "license" TEXT,
    "attribution" TEXT,
    "author_count" INTEGER,
    "import_id" INTEGER NOT NULL,

    CONSTRAINT "source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "authorship" (
    "source_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "author_id" INTEGER NOT NULL,
    "printed_name" TEXT NOT NULL,

    CONSTRAINT "authorship_pkey" PRIMARY KEY ("source_id","position")
);

-- CreateTable
CREATE TABLE "source_derivation" (
    "source_id" INTEGER NOT NULL,
    "from_id" INTEGER NOT NULL,

    CONSTRAINT "source_derivation_pkey" PRIMARY KEY ("source_id","from_id")
);

-- CreateTable
CREATE TABLE "result_table" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "source_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "heading" TEXT,
    "caption" TEXT,
    "import_id" INTEGER NOT NULL,

    CONSTRAINT "result_table_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "table_column" (
    "table_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT,
    "setting_id" INTEGER,

    CONSTRAINT "table_column_pkey" PRIMARY KEY ("table_id","position")
);

-- CreateTable
CREATE TABLE "table_row" (
    "id" SERIAL NOT NULL,
    "table_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "reported_name" TEXT NOT NULL,
    "model_id" INTEGER NOT NULL,
    "source_id" INTEGER,
    "published_at" TEXT,
    "configuration" JSONB NOT NULL DEFAULT '[]',
    "labels" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "table_row_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "table_cell" (
    "id" SERIAL NOT NULL,
    "table_id" INTEGER NOT NULL,
    "row_id" INTEGER NOT NULL,
    "column_position" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "table_cell_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "observation" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "model_id" INTEGER NOT NULL,
    "model_slug" TEXT NOT NULL,
    "benchmark_id" INTEGER NOT NULL,
    "benchmark_slug" TEXT NOT NULL,
    "setting_id" INTEGER NOT NULL,
    "source_id" INTEGER NOT NULL,
    "read_from_id" INTEGER,
    "reported_name" TEXT NOT NULL,
    "printed" TEXT NOT NULL,
    "value" DECIMAL,
    "decimals" INTEGER,
    "lower" DECIMAL,
    "upper" DECIMAL,
    "uncertainty_text" TEXT,
    "uncertainty_plus_minus" DECIMAL,
    "uncertainty_lower" DECIMAL,
    "uncertainty_upper" DECIMAL,
    "uncertainty_kind" TEXT,
    "sample_size" INTEGER,
    "configuration" JSONB NOT NULL DEFAULT '[]',
    "configuration_key" TEXT NOT NULL DEFAULT '',
    "labels" JSONB NOT NULL DEFAULT '[]',
    "evidence" "evidence" NOT NULL DEFAULT 'UNKNOWN',
    "evidence_label" TEXT,
    "party" "evidence_party" NOT NULL DEFAULT 'UNKNOWN',
    "status" "observation_status" NOT NULL DEFAULT 'ACTIVE',
    "locator_table" TEXT,
    "locator_row" TEXT,
    "locator_column" TEXT,
    "locator_page" TEXT,
    "locator_text" TEXT,
    "measured_at" TEXT,
    "published_at" TEXT,
    "retrieved_at" TEXT,
    "methodology" TEXT,
    "context" TEXT,
    "open_issue_count" INTEGER NOT NULL DEFAULT 0,
    "cell_id" INTEGER,
    "supersedes_id" INTEGER,
    "import_id" INTEGER NOT NULL,

    CONSTRAINT "observation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "observation_measurer" (
    "observation_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "author_id" INTEGER NOT NULL,

    CONSTRAINT "observation_measurer_pkey" PRIMARY KEY ("observation_id","position")
);

-- CreateTable
CREATE TABLE "derivation" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "observation_id" INTEGER NOT NULL,
    "kind" "derivation_kind" NOT NULL,
    "formula" TEXT,
    "origin" "note_origin" NOT NULL,
    "import_id" INTEGER NOT NULL,

    CONSTRAINT "derivation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "derivation_input" (
    "derivation_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "observation_id" INTEGER NOT NULL,

    CONSTRAINT "derivation_input_pkey" PRIMARY KEY ("derivation_id","position")
);

-- CreateTable
CREATE TABLE "note" (
    "key" TEXT NOT NULL,
    "type" "note_type" NOT NULL,
    "code" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "origin" "note_origin" NOT NULL,
    "stated_in_id" INTEGER,
    "opened_at" TIMESTAMPTZ(6) NOT NULL,
    "import_id" INTEGER NOT NULL,
    "kind" "issue_kind",
    "state" "issue_state",
    "setting_stated" BOOLEAN,
    "spread" DECIMAL,
    "resolved_by" TEXT,
    "resolved_at" TIMESTAMPTZ(6),
    "resolved_reason" TEXT,
    "aspects" "aspect"[] DEFAULT ARRAY[]::"aspect"[],
    "extent" "extent",
    "placeholder" TEXT,
    "about_model_id" INTEGER,
    "about_setting_id" INTEGER,
    "about_name" TEXT,
    "configuration" JSONB NOT NULL DEFAULT '[]',
    "locator_table" TEXT,
    "locator_row" TEXT,
    "locator_column" TEXT,
    "locator_page" TEXT,
    "locator_text" TEXT,
    "checked_at" TEXT,
    "cell_id" INTEGER,

    CONSTRAINT "note_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "note_subject" (
    "id" SERIAL NOT NULL,
    "note_key" TEXT NOT NULL,
    "position" INTEGER,
    "model_id" INTEGER,
    "benchmark_id" INTEGER,
    "setting_id" INTEGER,
    "observation_id" INTEGER,
    "source_id" INTEGER,
    "table_id" INTEGER,
    "author_id" INTEGER,

    CONSTRAINT "note_subject_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "import_key_key" ON "import"("key");

-- CreateIndex
CREATE UNIQUE INDEX "import_format_digest_key" ON "import"("format", "digest");

-- CreateIndex
CREATE INDEX "former_slug_slug_idx" ON "former_slug"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "author_slug_key" ON "author"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "author_identity_key" ON "author"("identity");

-- CreateIndex
CREATE UNIQUE INDEX "author_orcid_key" ON "author"("orcid");

-- CreateIndex
CREATE INDEX "author_base_slug_idx" ON "author"("base_slug");

-- CreateIndex
CREATE INDEX "author_kind_slug_idx" ON "author"("kind", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "model_slug_key" ON "model"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "model_identity_key" ON "model"("identity");

-- CreateIndex
CREATE UNIQUE INDEX "model_hugging_face_id_key" ON "model"("hugging_face_id");

-- CreateIndex
CREATE INDEX "model_base_slug_idx" ON "model"("base_slug");

-- CreateIndex
CREATE INDEX "model_base_model_id_idx" ON "model"("base_model_id");

-- CreateIndex
CREATE INDEX "model_observation_count_slug_idx" ON "model"("observation_count", "slug");

-- CreateIndex
CREATE INDEX "model_issue_count_slug_idx" ON "model"("issue_count", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "model_id_slug_key" ON "model"("id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "model_developer_author_id_model_id_key" ON "model_developer"("author_id", "model_id");

-- CreateIndex
CREATE INDEX "alias_model_id_name_idx" ON "alias"("model_id", "name");

-- CreateIndex
CREATE INDEX "alias_folded_idx" ON "alias"("folded");

-- CreateIndex
CREATE INDEX "alias_name_idx" ON "alias"("name");

-- CreateIndex
CREATE UNIQUE INDEX "fact_key_key" ON "fact"("key");

-- CreateIndex
CREATE INDEX "fact_model_id_property_key_idx" ON "fact"("model_id", "property", "key");

-- CreateIndex
CREATE UNIQUE INDEX "benchmark_slug_key" ON "benchmark"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "benchmark_identity_key" ON "benchmark"("identity");

-- CreateIndex
CREATE INDEX "benchmark_base_slug_idx" ON "benchmark"("base_slug");

-- CreateIndex
CREATE UNIQUE INDEX "benchmark_id_slug_key" ON "benchmark"("id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "setting_key_key" ON "setting"("key");

-- CreateIndex
CREATE INDEX "setting_benchmark_id_key_idx" ON "setting"("benchmark_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "source_slug_key" ON "source"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "source_identity_key" ON "source"("identity");

-- CreateIndex
CREATE INDEX "source_base_slug_idx" ON "source"("base_slug");

-- CreateIndex
CREATE INDEX "source_work_slug_idx" ON "source"("work", "slug");

-- CreateIndex
CREATE INDEX "source_kind_slug_idx" ON "source"("kind", "slug");

-- CreateIndex
CREATE INDEX "source_published_at_slug_idx" ON "source"("published_at", "slug");

-- CreateIndex
CREATE INDEX "source_arxiv_id_idx" ON "source"("arxiv_id");

-- CreateIndex
CREATE INDEX "source_doi_idx" ON "source"("doi");

-- CreateIndex
CREATE INDEX "source_publisher_id_slug_idx" ON "source"("publisher_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "authorship_author_id_source_id_key" ON "authorship"("author_id", "source_id");

-- CreateIndex
CREATE INDEX "source_derivation_from_id_idx" ON "source_derivation"("from_id");

-- CreateIndex
CREATE UNIQUE INDEX "result_table_key_key" ON "result_table"("key");

-- CreateIndex
CREATE INDEX "result_table_source_id_position_key_idx" ON "result_table"("source_id", "position", "key");

-- CreateIndex
CREATE INDEX "table_row_model_id_idx" ON "table_row"("model_id");

-- CreateIndex
CREATE UNIQUE INDEX "table_row_table_id_position_key" ON "table_row"("table_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "table_row_id_table_id_key" ON "table_row"("id", "table_id");

-- CreateIndex
CREATE UNIQUE INDEX "table_cell_row_id_column_position_key" ON "table_cell"("row_id", "column_position");

-- CreateIndex
CREATE UNIQUE INDEX "observation_key_key" ON "observation"("key");

-- CreateIndex
CREATE UNIQUE INDEX "observation_supersedes_id_key" ON "observation"("supersedes_id");

-- CreateIndex
CREATE INDEX "observation_model_id_key_idx" ON "observation"("model_id", "key");

-- CreateIndex
CREATE INDEX "observation_setting_id_key_idx" ON "observation"("setting_id", "key");

-- CreateIndex
CREATE INDEX "observation_benchmark_id_key_idx" ON "observation"("benchmark_id", "key");

-- CreateIndex
CREATE INDEX "observation_source_id_key_idx" ON "observation"("source_id", "key");

-- CreateIndex
CREATE INDEX "observation_read_from_id_key_idx" ON "observation"("read_from_id", "key");

-- CreateIndex
CREATE INDEX "observation_model_slug_key_idx" ON "observation"("model_slug", "key");

-- CreateIndex
CREATE INDEX "observation_benchmark_slug_key_idx" ON "observation"("benchmark_slug", "key");

-- CreateIndex
CREATE INDEX "observation_evidence_key_idx" ON "observation"("evidence", "key");

-- CreateIndex
CREATE INDEX "observation_party_key_idx" ON "observation"("party", "key");

-- CreateIndex
CREATE INDEX "observation_status_key_idx" ON "observation"("status", "key");

-- CreateIndex
CREATE INDEX "observation_value_key_idx" ON "observation"("value", "key");

-- CreateIndex
CREATE INDEX "observation_published_at_key_idx" ON "observation"("published_at", "key");

-- CreateIndex
CREATE INDEX "observation_retrieved_at_key_idx" ON "observation"("retrieved_at", "key");

-- CreateIndex
CREATE INDEX "observation_cell_id_idx" ON "observation"("cell_id");

-- CreateIndex
CREATE INDEX "observation_import_id_idx" ON "observation"("import_id");

-- CreateIndex
CREATE INDEX "observation_measurer_author_id_idx" ON "observation_measurer"("author_id");

-- CreateIndex
CREATE UNIQUE INDEX "derivation_key_key" ON "derivation"("key");

-- CreateIndex
CREATE INDEX "derivation_observation_id_key_idx" ON "derivation"("observation_id", "key");

-- CreateIndex
CREATE INDEX "derivation_input_observation_id_idx" ON "derivation_input"("observation_id");

-- CreateIndex
CREATE INDEX "note_type_key_idx" ON "note"("type", "key");

-- CreateIndex
CREATE INDEX "note_kind_key_idx" ON "note"("kind", "key");

-- CreateIndex
CREATE INDEX "note_stated_in_id_idx" ON "note"("stated_in_id");

-- CreateIndex
CREATE INDEX "note_about_model_id_idx" ON "note"("about_model_id");

-- CreateIndex
CREATE INDEX "note_about_setting_id_idx" ON "note"("about_setting_id");

-- CreateIndex
CREATE INDEX "note_cell_id_idx" ON "note"("cell_id");

-- CreateIndex
CREATE INDEX "note_subject_note_key_position_idx" ON "note_subject"("note_key", "position");

-- CreateIndex
CREATE INDEX "note_subject_model_id_note_key_idx" ON "note_subject"("model_id", "note_key");

-- CreateIndex
CREATE INDEX "note_subject_benchmark_id_note_key_idx" ON "note_subject"("benchmark_id", "note_key");

-- CreateIndex
CREATE INDEX "note_subject_setting_id_note_key_idx" ON "note_subject"("setting_id", "note_key");

-- CreateIndex
CREATE INDEX "note_subject_observation_id_note_key_idx" ON "note_subject"("observation_id", "note_key");

-- CreateIndex
CREATE INDEX "note_subject_source_id_note_key_idx" ON "note_subject"("source_id", "note_key");

-- AddForeignKey
ALTER TABLE "rejection" ADD CONSTRAINT "rejection_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_slug" ADD CONSTRAINT "former_slug_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_slug" ADD CONSTRAINT "former_slug_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_slug" ADD CONSTRAINT "former_slug_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_slug" ADD CONSTRAINT "former_slug_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "author"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "author" ADD CONSTRAINT "author_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model" ADD CONSTRAINT "model_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model" ADD CONSTRAINT "model_base_model_id_fkey" FOREIGN KEY ("base_model_id") REFERENCES "model"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model" ADD CONSTRAINT "model_merged_into_id_fkey" FOREIGN KEY ("merged_into_id") REFERENCES "model"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_developer" ADD CONSTRAINT "model_developer_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_developer" ADD CONSTRAINT "model_developer_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "author"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alias" ADD CONSTRAINT "alias_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alias" ADD CONSTRAINT "alias_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alias" ADD CONSTRAINT "alias_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fact" ADD CONSTRAINT "fact_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fact" ADD CONSTRAINT "fact_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fact" ADD CONSTRAINT "fact_stated_in_id_fkey" FOREIGN KEY ("stated_in_id") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fact" ADD CONSTRAINT "fact_stated_by_id_fkey" FOREIGN KEY ("stated_by_id") REFERENCES "author"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fact" ADD CONSTRAINT "fact_missing_key_fkey" FOREIGN KEY ("missing_key") REFERENCES "note"("key") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark" ADD CONSTRAINT "benchmark_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "setting" ADD CONSTRAINT "setting_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "setting" ADD CONSTRAINT "setting_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_publisher_id_fkey" FOREIGN KEY ("publisher_id") REFERENCES "author"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorship" ADD CONSTRAINT "authorship_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorship" ADD CONSTRAINT "authorship_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "author"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_derivation" ADD CONSTRAINT "source_derivation_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_derivation" ADD CONSTRAINT "source_derivation_from_id_fkey" FOREIGN KEY ("from_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "result_table" ADD CONSTRAINT "result_table_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "result_table" ADD CONSTRAINT "result_table_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "table_column" ADD CONSTRAINT "table_column_table_id_fkey" FOREIGN KEY ("table_id") REFERENCES "result_table"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "table_column" ADD CONSTRAINT "table_column_setting_id_fkey" FOREIGN KEY ("setting_id") REFERENCES "setting"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "table_row" ADD CONSTRAINT "table_row_table_id_fkey" FOREIGN KEY ("table_id") REFERENCES "result_table"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "table_row" ADD CONSTRAINT "table_row_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "table_row" ADD CONSTRAINT "table_row_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "table_cell" ADD CONSTRAINT "table_cell_table_id_fkey" FOREIGN KEY ("table_id") REFERENCES "result_table"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "table_cell" ADD CONSTRAINT "table_cell_row_id_table_id_fkey" FOREIGN KEY ("row_id", "table_id") REFERENCES "table_row"("id", "table_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "table_cell" ADD CONSTRAINT "table_cell_table_id_column_position_fkey" FOREIGN KEY ("table_id", "column_position") REFERENCES "table_column"("table_id", "position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "observation" ADD CONSTRAINT "observation_model_id_model_slug_fkey" FOREIGN KEY ("model_id", "model_slug") REFERENCES "model"("id", "slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "observation" ADD CONSTRAINT "observation_benchmark_id_benchmark_slug_fkey" FOREIGN KEY ("benchmark_id", "benchmark_slug") REFERENCES "benchmark"("id", "slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "observation" ADD CONSTRAINT "observation_setting_id_fkey" FOREIGN KEY ("setting_id") REFERENCES "setting"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "observation" ADD CONSTRAINT "observation_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "observation" ADD CONSTRAINT "observation_read_from_id_fkey" FOREIGN KEY ("read_from_id") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "observation" ADD CONSTRAINT "observation_cell_id_fkey" FOREIGN KEY ("cell_id") REFERENCES "table_cell"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "observation" ADD CONSTRAINT "observation_supersedes_id_fkey" FOREIGN KEY ("supersedes_id") REFERENCES "observation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "observation" ADD CONSTRAINT "observation_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "observation_measurer" ADD CONSTRAINT "observation_measurer_observation_id_fkey" FOREIGN KEY ("observation_id") REFERENCES "observation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "observation_measurer" ADD CONSTRAINT "observation_measurer_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "author"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "derivation" ADD CONSTRAINT "derivation_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "derivation" ADD CONSTRAINT "derivation_observation_id_fkey" FOREIGN KEY ("observation_id") REFERENCES "observation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "derivation_input" ADD CONSTRAINT "derivation_input_derivation_id_fkey" FOREIGN KEY ("derivation_id") REFERENCES "derivation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "derivation_input" ADD CONSTRAINT "derivation_input_observation_id_fkey" FOREIGN KEY ("observation_id") REFERENCES "observation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_stated_in_id_fkey" FOREIGN KEY ("stated_in_id") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_about_model_id_fkey" FOREIGN KEY ("about_model_id") REFERENCES "model"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_about_setting_id_fkey" FOREIGN KEY ("about_setting_id") REFERENCES "setting"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_cell_id_fkey" FOREIGN KEY ("cell_id") REFERENCES "table_cell"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note_subject" ADD CONSTRAINT "note_subject_note_key_fkey" FOREIGN KEY ("note_key") REFERENCES "note"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note_subject" ADD CONSTRAINT "note_subject_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note_subject" ADD CONSTRAINT "note_subject_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note_subject" ADD CONSTRAINT "note_subject_setting_id_fkey" FOREIGN KEY ("setting_id") REFERENCES "setting"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note_subject" ADD CONSTRAINT "note_subject_observation_id_fkey" FOREIGN KEY ("observation_id") REFERENCES "observation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note_subject" ADD CONSTRAINT "note_subject_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note_subject" ADD CONSTRAINT "note_subject_table_id_fkey" FOREIGN KEY ("table_id") REFERENCES "result_table"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "note_subject" ADD CONSTRAINT "note_subject_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "author"("id") ON DELETE SET NULL ON UPDATE CASCADE;
