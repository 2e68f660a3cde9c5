// A note on its way into the database.
import { locatorColumns } from './claims.ts'
import type { Subject } from './subjects.ts'
import type { Row } from './writing.ts'

export interface PreparedNote {
  row: Row & { key: string }
  subjects: Subject[]
}

/** What a row has in the columns of the other types of note. */
export const emptyNote = {
  ...{ kind: null, state: null, setting_stated: null, spread: null },
  ...{ resolved_by: null, resolved_at: null, resolved_reason: null },
  ...{ aspects: [], extent: null, placeholder: null, about_model_id: null, about_setting_id: null, about_name: null },
  ...{ configuration: [], ...locatorColumns({}), checked_at: null, cell_id: null },
}
