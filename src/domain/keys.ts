// Natural keys: 32 hex characters over what is printed, the same on every instance (rule 5).
// Nothing here depends on the day of retrieval, on database ids, or on slugs, which a later meeting of names may change.
import { hashKey } from './content-hash.ts'
import { canonicalDecimal } from './decimal.ts'
import type {
  DerivationContent,
  FactContent,
  NoteContent,
  ObservationContent,
  SettingContent,
  TableContent,
} from './key-content.ts'
import { keySet, knownSetting, locatorFields, sourceFields, statedSetting } from './key-content.ts'
import { statedParameters } from './parameters.ts'

export { hashKey } from './content-hash.ts'

/**
 * The key of a setting. Enters: benchmark identity; edition, subset, metric, unit, direction, min, max and every protocol
 * parameter, each with value and basis, so that stated and inferred differ. Left out: unstated fields, reasons, the label.
 * Bounds count as numbers ("0" is "0.0"); the order of parameters makes no difference.
 */
export function settingKey(setting: SettingContent): string {
  return hashKey({
    of: 'setting',
    ...knownSetting(setting),
  })
}

/**
 * The key of an observation. Enters: source and readFrom (identity, published version), reported name, stated
 * configuration, benchmark identity and stated setting fields, locator, printed text.
 * Left out: all dates, inferred and unstated fields, labels, evidence, who measured, status, notes, the matched model.
 */
export function observationKey(observation: ObservationContent): string {
  return hashKey({
    of: 'observation',
    source: sourceFields(observation.source),
    readFrom: sourceFields(observation.readFrom),
    reportedName: observation.reportedName,
    configuration: statedParameters(observation.configuration ?? []),
    setting: statedSetting(observation.setting),
    locator: locatorFields(observation.locator),
    printed: observation.printed,
  })
}

/**
 * The key of a note. Enters: all of NoteContent, sets in any order, of settings and configurations what is stated.
 * The text of a COMPUTED note is left out: it is our wording of what the other fields say, and an audit that is worded
 * better still finds the same issue. Left out: state and resolution, spread, dates, the matched model.
 */
export function noteKey(note: NoteContent): string {
  return hashKey({
    of: 'note',
    type: note.type,
    code: note.code,
    origin: note.origin,
    text: note.origin === 'COMPUTED' ? null : note.text,
    statedIn: sourceFields(note.statedIn),
    subjects: keySet(note.subjects ?? []),
    kind: note.kind,
    aspects: keySet(note.aspects ?? []),
    extent: note.extent,
    placeholder: note.placeholder,
    aboutName: note.aboutName,
    aboutSetting: note.aboutSetting ? statedSetting(note.aboutSetting) : null,
    configuration: statedParameters(note.configuration ?? []),
    locator: locatorFields(note.locator),
  })
}

/** The key of a table. Left out: caption, columns and cells, so that a fuller capture is still the same table. */
export function tableKey(table: TableContent): string {
  return hashKey({
    of: 'table',
    source: sourceFields(table.source),
    position: table.position,
    heading: table.heading,
  })
}

/** The key of a fact. Enters: all of FactContent; numbers count as numbers ("20" is "20.0"). */
export function factKey(fact: FactContent): string {
  const { model, property, valueText, valueNumber, unit, asOf, statedBy, missing } = fact
  return hashKey({
    of: 'fact',
    ...{ model, property, valueText, unit, asOf, statedBy, missing },
    valueNumber: typeof valueNumber === 'string' ? canonicalDecimal(valueNumber) : null,
    statedIn: sourceFields(fact.statedIn),
  })
}

/** The key of a derivation. Enters: all of DerivationContent; the inputs as a set. */
export function derivationKey({ observation, from, kind, formula, origin }: DerivationContent): string {
  return hashKey({ of: 'derivation', observation, from: keySet(from), kind, formula, origin })
}
