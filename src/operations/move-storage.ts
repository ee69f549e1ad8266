// `npm run storage:move -- --to s3` (or disk): moves every file while the product runs.
import { loadConfig } from '#config.ts'
import { moveObjects } from '#platform/storage/move.ts'
import { openStorages } from '#platform/storage/open.ts'
import { parseOptions, formatMegabytes, runCommand, printLine, UsageError } from './command.ts'

await runCommand('npm run storage:move -- --to s3|disk [--dry-run]', async (signal) => {
  const { to, 'dry-run': dryRun = false } = parseOptions({
    to: { type: 'string' },
    'dry-run': { type: 'boolean' },
  })
  if (to !== 's3' && to !== 'disk') throw new UsageError('Set --to to s3 or disk.')
  const config = loadConfig()
  const { disk, s3 } = await openStorages(config)
  if (!s3) throw new UsageError('S3_BUCKET is not set, so files can only be stored on disk.')
  if (config.storage !== to && !dryRun)
    throw new UsageError(
      `New files are still stored in ${config.storage}. Start the product with STORAGE=${to} first, then move.`,
    )
  const [from, target] = to === 's3' ? [disk, s3] : [s3, disk]
  let notified = Date.now()
  const moved = await moveObjects(from, target, {
    dryRun,
    signal,
    onObject: ({ copied, alreadyCopied, bytes }) => {
      if (Date.now() - notified < 5_000) return
      notified = Date.now()
      printLine(`… ${copied + alreadyCopied} files, ${formatMegabytes(bytes)}`)
    },
  })
  printLine(
    `${dryRun ? 'Would move' : 'Moved'} to ${to}: ${moved.copied} files (${formatMegabytes(moved.bytes)}),`,
  )
  printLine(`${moved.alreadyCopied} already existed, ${moved.missing} were deleted during the move.`)
  if (moved.different.length === 0) return
  throw new UsageError(
    `${moved.different.length} files differ between disk and S3 and were kept in both:\n${moved.different.join('\n')}`,
  )
})
