// `npm run storage:move -- --to s3` (or disk): moves every file to the other side, while the product serves.
import { loadConfig } from '#platform/config/config.ts'
import { moveObjects } from '#platform/storage/move.ts'
import { openSides } from '#platform/storage/open.ts'
import { asked, inMegabytes, runCommand, say, Unusable } from './command.ts'

await runCommand('npm run storage:move -- --to s3|disk [--dry-run]', async (signal) => {
  const { to, 'dry-run': dryRun = false } = asked({ to: { type: 'string' }, 'dry-run': { type: 'boolean' } })
  if (to !== 's3' && to !== 'disk') throw new Unusable('Say where to: --to s3 or --to disk.')
  const config = loadConfig()
  const { disk, s3 } = await openSides(config)
  if (!s3) throw new Unusable('S3_BUCKET names no bucket, so there is only the disk.')
  if (config.storage !== to && !dryRun)
    throw new Unusable(
      `New files still go to ${config.storage}: start the product with STORAGE=${to} first, then move.`,
    )
  const [from, target] = to === 's3' ? [disk, s3] : [s3, disk]
  let told = Date.now()
  const moved = await moveObjects(from, target, {
    dryRun,
    signal,
    onObject: ({ copied, there, bytes }) => {
      if (Date.now() - told < 5_000) return
      told = Date.now()
      say(`… ${copied + there} files, ${inMegabytes(bytes)}`)
    },
  })
  say(`${dryRun ? 'To be moved' : 'Moved'} to ${to}: ${moved.copied} files (${inMegabytes(moved.bytes)}),`)
  say(`${moved.there} that were there already, ${moved.gone} that went away meanwhile.`)
  if (moved.different.length === 0) return
  throw new Unusable(
    `${moved.different.length} files differ between the two sides and were left on both:\n${moved.different.join('\n')}`,
  )
})
