// The list of a model's standings: each setting and configuration that it has observations in.
import sql from 'sql-template-tag'
import type { List } from './list.ts'
import { type SettingArguments, settingMatches } from './nodes.ts'
import { column, ordered } from './order.ts'

/** Rows name the setting and the configuration; what the standing is, src/domain/standings.ts computes. */
export const standingsOfModel: List<'Observation', SettingArguments> = {
  name: 'model.standings',
  table: 'Observation',
  from: () => ({
    rows: sql`(SELECT DISTINCT o.model_id, o.setting_id, t.key, o.configuration_key
      FROM observation o JOIN setting t ON t.id = o.setting_id)`,
    columns: sql`r.setting_id AS "settingId", r.configuration_key AS "configurationKey"`,
  }),
  scope: sql`r.model_id = p.id`,
  where: ({ filter }) => {
    const matches = settingMatches(filter)
    return matches && sql`r.setting_id IN (SELECT r.id FROM setting r WHERE ${matches})`
  },
  order: () => [ordered(column(sql`r.key`)), ordered(column(sql`r.configuration_key COLLATE "C"`))],
}
