// The account of a dump in words: what became of its rows, what came of it, and why rows were rejected.
import type { DumpAccount } from './dump/import-dump.ts'
import { formatMistake } from './import-error.ts'
import { itemKinds } from './writer/ledger.ts'

/** So many rejections are printed one by one; reasons are summed up, and all are in the table `rejection` and in --json. */
const shown = 20

export function formatAccount(account: DumpAccount): string {
  const { file, format, files, rows, superseding, gone, seconds, rejections, rejectionCount, reasons } = account
  const done = account.dryRun
    ? 'dry run, nothing written'
    : account.alreadyImported
      ? 'nothing new, nothing written'
      : 'imported'
  const many = files === 1 ? '' : `, ${files} files`
  const total = rows.accepted + rows.duplicates + rows.rejected
  const lines = [
    `${file}: ${done} (${format}${many}: ${total} rows: ${rows.accepted} accepted, ${rows.duplicates} duplicate, ${rows.rejected} rejected; ${seconds.toFixed(1)} s)`,
  ]
  const fresh = itemKinds.flatMap((kind) =>
    account.kinds[kind].accepted > 0
      ? [`${account.kinds[kind].accepted} ${kind}${account.kinds[kind].accepted === 1 ? '' : 's'}`]
      : [],
  )
  if (fresh.length > 0) lines.push(`  new: ${fresh.join(', ').replaceAll('aliass', 'aliases')}`)
  if (superseding > 0) lines.push(`  ${superseding} values took the place of older ones`)
  if (gone > 0) lines.push(`  ${gone} rows are no longer in the source, and stay`)
  for (const mistake of rejections.slice(0, shown)) lines.push(`  rejected: ${formatMistake(mistake)}`)
  if (rejectionCount > shown) {
    lines.push(`  … ${rejectionCount} rejections in all, by reason:`)
    for (const { reason, count } of reasons.slice(0, 10)) lines.push(`  ${String(count).padStart(6)} ${reason}`)
  }
  return lines.join('\n')
}
