// What the peers get beside Whence's schema: indexes on plain columns (PostGraphile orders by those, Whence by
// expressions that put nulls last), and a search function, which PostGraphile would otherwise have none of.

import type { Client } from 'pg'

const schema = `
CREATE SCHEMA IF NOT EXISTS bench;
CREATE EXTENSION IF NOT EXISTS pg_stat_statements SCHEMA bench;
CREATE INDEX IF NOT EXISTS peer_setting_value ON observation (setting_id, value, key);
DROP INDEX IF EXISTS peer_benchmark_value;
CREATE INDEX IF NOT EXISTS peer_benchmark_slug_value ON observation (benchmark_slug, value, key);

DROP SCHEMA IF EXISTS peer CASCADE;
CREATE SCHEMA peer;
CREATE TYPE peer.found AS (kind text, slug text, name text);
CREATE FUNCTION peer.search_nodes(words text) RETURNS SETOF peer.found LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT kind, slug, name FROM (
    SELECT 'Model' AS kind, n.slug, n.name, min(CASE WHEN lower(a.name) = lower(words) OR n.slug = lower(words) THEN 0
      WHEN starts_with(lower(a.name), lower(words)) THEN 1 ELSE 2 END) AS rank
    FROM alias a JOIN model n ON n.id = a.model_id
    WHERE search_words(a.name) @@ to_tsquery('simple', lower(words) || ':*') GROUP BY n.id
    UNION ALL SELECT 'Benchmark', slug, name, CASE WHEN lower(name) = lower(words) OR slug = lower(words) THEN 0
      WHEN starts_with(lower(name), lower(words)) THEN 1 ELSE 2 END
    FROM benchmark WHERE search_words(name) @@ to_tsquery('simple', lower(words) || ':*')
    UNION ALL SELECT 'Source', slug, title, CASE WHEN lower(title) = lower(words) OR slug = lower(words) THEN 0
      WHEN starts_with(lower(title), lower(words)) THEN 1 ELSE 2 END
    FROM source WHERE search_words(title) @@ to_tsquery('simple', lower(words) || ':*')
    UNION ALL SELECT 'Author', slug, name, CASE WHEN lower(name) = lower(words) OR slug = lower(words) THEN 0
      WHEN starts_with(lower(name), lower(words)) THEN 1 ELSE 2 END
    FROM author WHERE search_words(name) @@ to_tsquery('simple', lower(words) || ':*')
  ) r ORDER BY rank, kind COLLATE "C", slug $$;
`

export const peerIndexes = ['peer_setting_value', 'peer_benchmark_slug_value']

/** Makes it in a database that has Whence's schema, or brings it up to date. */
export const preparePeers = async (client: Client): Promise<void> => {
  await client.query(schema)
}
