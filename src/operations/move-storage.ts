// `npm run storage:move -- --to s3` (or disk): moves every file to the other side, while the product serves.
import { loadConfig } from '#platform/config/config.ts'
import { moveObjects } from '#platform/storage/move.ts'
import { openStorages } from '#platform/storage/open.ts'
import { parseOptions, formatMegabytes, runCommand, printLine, UsageError } from './command.ts'

await runCommand('npm run storage:move -- --to s3|disk [--dry-run]', async (signal) => {
  const { to, 'dry-run': dryRun = false } = parseOptions({
    to: { type: 'string' },
    'dry-run': { type: 'boolean' },
  })
  if (to !== 's3' && to !== 'disk') throw new UsageError('Say where to: --to s3 or --to disk.')
  const config = loadConfig()
  const { disk, s3 } = await openStorages(config)
  if (!s3) throw new UsageError('S3_BUCKET names no bucket, so there is only the disk.')
  if (config.storage !== to && !dryRun)
    throw new UsageError(
      `New files still go to ${config.storage}: start the product with STORAGE=${to} first, then move.`,
    )
  const [from, target] = to === 's3' ? [disk, s3] : [s3, disk]
  let notified = Date.now()
  const moved = await moveObjects(from, target, {
    dryRun,
    signal,
    onObject: ({ copied, there, bytes }) => {
      if (Date.now() - notified < 5_000) return
      notified = Date.now()
      printLine(`… ${copied + there} files, ${formatMegabytes(bytes)}`)
    },
  })
  printLine(
    `${dryRun ? 'To be moved' : 'Moved'} to ${to}: ${moved.copied} files (${formatMegabytes(moved.bytes)}),`,
  )
  printLine(`${moved.there} that were there already, ${moved.gone} that went away meanwhile.`)
  if (moved.different.length === 0) return
  throw new UsageError(
    `${moved.different.length} files differ between the two sides and were left on both:\n${moved.different.join('\n')}`,
  )
})
