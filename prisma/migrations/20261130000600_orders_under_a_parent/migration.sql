-- The largest parents, benchmarks and sources, with their observations by value: what a table or a leaderboard page asks for.
CREATE INDEX "observation_of_benchmark_by_value" ON "observation"
  ("benchmark_id", (coalesce("value", 'Infinity'::numeric)), "key");
CREATE INDEX "observation_of_benchmark_by_value_desc" ON "observation"
  ("benchmark_id", (coalesce("value", '-Infinity'::numeric)), "key");
CREATE INDEX "observation_of_source_by_value_desc" ON "observation"
  ("source_id", (coalesce("value", '-Infinity'::numeric)), "key");
