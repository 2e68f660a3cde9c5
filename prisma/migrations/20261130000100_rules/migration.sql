-- What prisma/schema.prisma cannot say: collations, checks, and the indexes of filters and orders.

-- ------------------------------------------------------------------ collations
-- Keys, slugs, dates and names sort by code point, so that every instance gives every list the same order.
ALTER TABLE "import" ALTER COLUMN "key" TYPE TEXT COLLATE "C";
ALTER TABLE "former_slug" ALTER COLUMN "slug" TYPE TEXT COLLATE "C";
ALTER TABLE "author"
  ALTER COLUMN "slug" TYPE TEXT COLLATE "C",
  ALTER COLUMN "name" TYPE TEXT COLLATE "C";
ALTER TABLE "observation"
  DROP CONSTRAINT "observation_model_id_model_slug_fkey",
  DROP CONSTRAINT "observation_benchmark_id_benchmark_slug_fkey";
ALTER TABLE "model"
  ALTER COLUMN "slug" TYPE TEXT COLLATE "C",
  ALTER COLUMN "name" TYPE TEXT COLLATE "C",
  ALTER COLUMN "family" TYPE TEXT COLLATE "C";
ALTER TABLE "benchmark"
  ALTER COLUMN "slug" TYPE TEXT COLLATE "C",
  ALTER COLUMN "name" TYPE TEXT COLLATE "C",
  ALTER COLUMN "category" TYPE TEXT COLLATE "C";
ALTER TABLE "observation"
  ALTER COLUMN "key" TYPE TEXT COLLATE "C",
  ALTER COLUMN "model_slug" TYPE TEXT COLLATE "C",
  ALTER COLUMN "benchmark_slug" TYPE TEXT COLLATE "C",
  ALTER COLUMN "measured_at" TYPE TEXT COLLATE "C",
  ALTER COLUMN "published_at" TYPE TEXT COLLATE "C",
  ALTER COLUMN "retrieved_at" TYPE TEXT COLLATE "C";
ALTER TABLE "observation"
  ADD CONSTRAINT "observation_model_id_model_slug_fkey" FOREIGN KEY ("model_id", "model_slug")
    REFERENCES "model" ("id", "slug") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "observation_benchmark_id_benchmark_slug_fkey" FOREIGN KEY ("benchmark_id", "benchmark_slug")
    REFERENCES "benchmark" ("id", "slug") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "alias" ALTER COLUMN "name" TYPE TEXT COLLATE "C";
ALTER TABLE "setting"
  ALTER COLUMN "key" TYPE TEXT COLLATE "C",
  ALTER COLUMN "subset" TYPE TEXT COLLATE "C",
  ALTER COLUMN "metric" TYPE TEXT COLLATE "C";
ALTER TABLE "source"
  ALTER COLUMN "slug" TYPE TEXT COLLATE "C",
  ALTER COLUMN "title" TYPE TEXT COLLATE "C",
  ALTER COLUMN "work" TYPE TEXT COLLATE "C",
  ALTER COLUMN "published_at" TYPE TEXT COLLATE "C",
  ALTER COLUMN "updated_at" TYPE TEXT COLLATE "C",
  ALTER COLUMN "retrieved_at" TYPE TEXT COLLATE "C";
ALTER TABLE "result_table" ALTER COLUMN "key" TYPE TEXT COLLATE "C";
ALTER TABLE "table_row" ALTER COLUMN "published_at" TYPE TEXT COLLATE "C";
ALTER TABLE "derivation" ALTER COLUMN "key" TYPE TEXT COLLATE "C";
ALTER TABLE "fact" DROP CONSTRAINT "fact_missing_key_fkey";
ALTER TABLE "note_subject" DROP CONSTRAINT "note_subject_note_key_fkey";
ALTER TABLE "note"
  ALTER COLUMN "key" TYPE TEXT COLLATE "C",
  ALTER COLUMN "checked_at" TYPE TEXT COLLATE "C";
ALTER TABLE "note_subject" ALTER COLUMN "note_key" TYPE TEXT COLLATE "C";
ALTER TABLE "fact"
  ALTER COLUMN "key" TYPE TEXT COLLATE "C",
  ALTER COLUMN "property" TYPE TEXT COLLATE "C",
  ALTER COLUMN "as_of" TYPE TEXT COLLATE "C",
  ALTER COLUMN "missing_key" TYPE TEXT COLLATE "C";
ALTER TABLE "note_subject" ADD CONSTRAINT "note_subject_note_key_fkey" FOREIGN KEY ("note_key")
  REFERENCES "note" ("key") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "fact" ADD CONSTRAINT "fact_missing_key_fkey" FOREIGN KEY ("missing_key")
  REFERENCES "note" ("key") ON DELETE SET NULL ON UPDATE CASCADE;

-- ------------------------------------------------------------------ what a text or JSON value must look like
CREATE FUNCTION is_key(text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN $1 ~ '^[0-9a-f]{32}$';
CREATE FUNCTION is_slug(text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN $1 ~ '^[a-z0-9.]+(-[a-z0-9.]+)*$';
CREATE FUNCTION is_partial_date(text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN $1 ~ '^[12][0-9]{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$';
-- [{"name": …, "value": … | null, "basis": "STATED" | "INFERRED" | "UNSTATED", "reason": …}]: an inferred value has
-- its reason, one that is not stated has none.
CREATE FUNCTION are_parameters(jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN jsonb_typeof($1) = 'array' AND NOT jsonb_path_exists($1, 'strict $[*] ? (!(
    @.type() == "object" && @.name.type() == "string" && (
      (@.basis == "STATED" && @.value.type() == "string")
      || (@.basis == "INFERRED" && @.value.type() == "string" && @.reason.type() == "string")
      || (@.basis == "UNSTATED" && @.value.type() == "null"))))', '{}', true);
-- Words of a name for the search: white space and ASCII punctuation stand between them.
CREATE FUNCTION search_words(text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_tsvector('simple'::regconfig, regexp_replace(lower($1), '[!-/:-@[-`{-~]+', ' ', 'g'));

ALTER TABLE "import"
  ADD CHECK (is_key("key")),
  ADD CHECK ("accepted" >= 0 AND "duplicates" >= 0 AND "rejected" >= 0),
  ADD CHECK ("finished_at" >= "started_at");
ALTER TABLE "rejection" ADD CHECK ("position" >= 1), ADD CHECK ("line" >= 1);
ALTER TABLE "former_slug" ADD CHECK (num_nonnulls("model_id", "benchmark_id", "source_id", "author_id") = 1);
ALTER TABLE "author"
  ADD CHECK (is_slug("slug")),
  ADD CHECK ("name" <> ''),
  ADD CHECK ("orcid" ~ '^[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]$');
ALTER TABLE "model"
  ADD CHECK (is_slug("slug")),
  ADD CHECK ("name" <> ''),
  ADD CHECK ("base_model_id" <> "id"),
  ADD CHECK ("merged_into_id" <> "id"),
  ADD CHECK ("observation_count" >= 0 AND "issue_count" >= 0);
ALTER TABLE "model_developer" ADD CHECK ("position" >= 1);
ALTER TABLE "fact"
  ADD CHECK (is_key("key")),
  ADD CHECK (is_partial_date("as_of")),
  ADD CHECK (num_nonnulls("value_text", "missing_key") >= 1);
ALTER TABLE "benchmark" ADD CHECK (is_slug("slug")), ADD CHECK ("name" <> '');
ALTER TABLE "setting"
  ADD CHECK (is_key("key")),
  ADD CHECK ("min" <= "max"),
  ADD CHECK (are_parameters("definition")),
  ADD CHECK (are_parameters("protocol"));
ALTER TABLE "source"
  ADD CHECK (is_slug("slug")),
  ADD CHECK ("title" <> ''),
  ADD CHECK ("author_count" >= 0),
  ADD CHECK (is_partial_date("published_at")),
  ADD CHECK (is_partial_date("updated_at")),
  ADD CHECK (is_partial_date("retrieved_at"));
ALTER TABLE "authorship" ADD CHECK ("position" >= 1);
ALTER TABLE "source_derivation" ADD CHECK ("source_id" <> "from_id");
ALTER TABLE "result_table" ADD CHECK (is_key("key")), ADD CHECK ("position" >= 1);
ALTER TABLE "table_column" ADD CHECK ("position" >= 1);
ALTER TABLE "table_row"
  ADD CHECK ("position" >= 1),
  ADD CHECK (is_partial_date("published_at")),
  ADD CHECK (are_parameters("configuration")),
  ADD CHECK (are_parameters("labels"));
ALTER TABLE "observation"
  ADD CHECK (is_key("key")),
  ADD CHECK ("printed" <> ''),
  ADD CHECK (("value" IS NULL) = ("decimals" IS NULL)),
  ADD CHECK (num_nonnulls("lower", "upper") <> 1),
  ADD CHECK ("value" IS NOT NULL OR "lower" IS NULL),
  ADD CHECK ("value" BETWEEN "lower" AND "upper"),
  ADD CHECK ("decimals" >= 0),
  ADD CHECK ("uncertainty_plus_minus" >= 0),
  ADD CHECK ("uncertainty_lower" <= "uncertainty_upper"),
  ADD CHECK ("uncertainty_text" IS NOT NULL
    OR num_nonnulls("uncertainty_plus_minus", "uncertainty_lower", "uncertainty_upper", "uncertainty_kind") = 0),
  ADD CHECK ("sample_size" >= 1),
  ADD CHECK ("open_issue_count" >= 0),
  ADD CHECK ("supersedes_id" <> "id"),
  ADD CHECK ("read_from_id" <> "source_id"),
  ADD CHECK (is_partial_date("measured_at")),
  ADD CHECK (is_partial_date("published_at")),
  ADD CHECK (is_partial_date("retrieved_at")),
  ADD CHECK (are_parameters("configuration")),
  ADD CHECK (are_parameters("labels"));
ALTER TABLE "observation_measurer" ADD CHECK ("position" >= 1);
ALTER TABLE "derivation" ADD CHECK (is_key("key"));
ALTER TABLE "derivation_input" ADD CHECK ("position" >= 1);
ALTER TABLE "note"
  ADD CHECK (is_key("key")),
  ADD CHECK ("text" <> ''),
  ADD CHECK (is_partial_date("checked_at")),
  ADD CHECK (are_parameters("configuration")),
  ADD CHECK (CASE "type"
    WHEN 'UNRESOLVED_ISSUE' THEN "kind" IS NOT NULL AND "state" IS NOT NULL AND "setting_stated" IS NOT NULL
      AND "extent" IS NULL AND cardinality("aspects") = 0
    WHEN 'NOT_PUBLISHED' THEN "kind" IS NULL AND "state" IS NULL AND "extent" IS NOT NULL AND cardinality("aspects") >= 1
    ELSE "kind" IS NULL AND "state" IS NULL AND "extent" IS NULL AND cardinality("aspects") = 0 END),
  -- An issue is resolved exactly when it is told by whom, when and why.
  ADD CHECK (num_nonnulls("resolved_by", "resolved_at", "resolved_reason")
    = CASE WHEN "state" = 'RESOLVED' THEN 3 ELSE 0 END);
ALTER TABLE "note_subject"
  ADD CHECK ("position" >= 1),
  ADD CHECK (num_nonnulls("model_id", "benchmark_id", "setting_id", "observation_id", "source_id", "table_id",
    "author_id") = 1);

-- ------------------------------------------------------------------ uniqueness that involves null
CREATE UNIQUE INDEX "alias_once" ON "alias" ("model_id", "name", (coalesce("source_id", 0)));
CREATE UNIQUE INDEX "former_slug_once" ON "former_slug" ("slug", (coalesce("model_id", 0)),
  (coalesce("benchmark_id", 0)), (coalesce("source_id", 0)), (coalesce("author_id", 0)));
CREATE UNIQUE INDEX "note_subject_once" ON "note_subject" ("note_key", (coalesce("model_id", 0)),
  (coalesce("benchmark_id", 0)), (coalesce("setting_id", 0)), (coalesce("observation_id", 0)),
  (coalesce("source_id", 0)), (coalesce("table_id", 0)), (coalesce("author_id", 0)));

-- ------------------------------------------------------------------ orders (src/loaders/order.ts: nulls last either way)
CREATE INDEX "observation_by_value" ON "observation" ((coalesce("value", 'Infinity'::numeric)), "key");
CREATE INDEX "observation_by_value_desc" ON "observation" ((coalesce("value", '-Infinity'::numeric)), "key");
CREATE INDEX "observation_by_published" ON "observation" ((coalesce("published_at", '~')), "key");
CREATE INDEX "observation_by_published_desc" ON "observation" ((coalesce("published_at", '')), "key");
CREATE INDEX "observation_by_retrieved" ON "observation" ((coalesce("retrieved_at", '~')), "key");
CREATE INDEX "observation_by_retrieved_desc" ON "observation" ((coalesce("retrieved_at", '')), "key");
CREATE INDEX "observation_of_setting_by_value" ON "observation"
  ("setting_id", (coalesce("value", 'Infinity'::numeric)), "key");
CREATE INDEX "observation_of_setting_by_value_desc" ON "observation"
  ("setting_id", (coalesce("value", '-Infinity'::numeric)), "key");
CREATE INDEX "model_by_name" ON "model" ((lower("name")), "slug");

-- ------------------------------------------------------------------ filters
CREATE INDEX "observation_of_issues" ON "observation" ("key") WHERE "open_issue_count" > 0;
CREATE INDEX "observation_read_through" ON "observation" ("key") WHERE "read_from_id" IS NOT NULL;



CREATE INDEX "model_family" ON "model" ((lower("family")), "slug");
CREATE INDEX "benchmark_name" ON "benchmark" ((lower("name")));
CREATE INDEX "benchmark_category" ON "benchmark" ((lower("category")), "slug");
CREATE INDEX "setting_subset" ON "setting" ((lower("subset")), "key");
CREATE INDEX "setting_metric" ON "setting" ((lower("metric")), "key");
CREATE INDEX "source_title" ON "source" ((lower("title")), "slug");

CREATE INDEX "author_name" ON "author" ((lower("name")), "slug");

CREATE INDEX "note_state" ON "note" ("state", "key") WHERE "type" = 'UNRESOLVED_ISSUE';
CREATE INDEX "note_aspects" ON "note" USING gin ("aspects") WHERE "type" = 'NOT_PUBLISHED';

-- ------------------------------------------------------------------ search
CREATE INDEX "alias_words" ON "alias" USING gin (search_words("name"));
CREATE INDEX "benchmark_words" ON "benchmark" USING gin (search_words("name"));
CREATE INDEX "source_words" ON "source" USING gin (search_words("title"));
CREATE INDEX "author_words" ON "author" USING gin (search_words("name"));
