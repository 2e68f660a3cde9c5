// What tells two settings apart, field by field.
import { InputError } from '../domain/input-error.ts'
import type { Parameter } from '../domain/parameters.ts'
import { differencesOf } from '../domain/setting-differences.ts'
import { builder } from '../schema/builder.ts'
import { Setting } from '../schema/refs.ts'
import { EvidenceParameter, parametersIn } from '../schema/values.ts'

const SettingDifference = builder
  .objectRef<{ field: string; left: Parameter; right: Parameter }>('SettingDifference')
  .implement({
    description: 'A field in which two settings differ, or which only one of them states.',
    fields: (t) => ({
      field: t.exposeString('field', { description: 'Its name: "benchmark", "subset", "shots" …' }),
      left: t.field({ type: EvidenceParameter, description: 'What this setting has.', resolve: (one) => one.left }),
      right: t.field({ type: EvidenceParameter, description: 'What the other has.', resolve: (one) => one.right }),
    }),
  })

builder.prismaObjectFields(Setting, (t) => ({
  differsFrom: t.field({
    type: [SettingDifference],
    description:
      'In which fields it differs from another setting, by name; empty when in none. A key without a setting is BAD_USER_INPUT.',
    args: { key: t.arg.string({ required: true, description: 'The key of the other setting.' }) },
    resolve: async (setting, { key }, { load }) => {
      const [other] = await load.byKey('Setting', [key])
      if (!other) throw new InputError('key', `There is no setting with the key "${key.slice(0, 100)}".`)
      const [left, right] = await load.rows('Benchmark', [setting.benchmarkId, other.benchmarkId])
      const nameOf = (row: typeof left) => row?.name ?? null
      const fieldsOf = (row: typeof setting, benchmark: string | null): Parameter[] => [
        { name: 'benchmark', value: benchmark, basis: 'STATED' },
        ...parametersIn(row.definition),
        ...parametersIn(row.protocol),
      ]
      return differencesOf(fieldsOf(setting, nameOf(left)), fieldsOf(other, nameOf(right)))
    },
  }),
}))
