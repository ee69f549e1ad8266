import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { CsvRow } from '#lib/csv/read.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { isolatedTask, runIsolated, TaskStopped, withScratchFolder } from '#platform/isolated/index.ts'
import { ObjectMissingError } from '#platform/storage/storage.ts'
import { copyToDisk } from '#uploads/index.ts'
import { runResumable, JobFailed } from '../resumable-job.ts'
import { foldText } from './headings.ts'
import type { run } from './isolated/read-rows.ts'
import { startReading, finishReading, storeLines } from './store-lines.ts'
import { parseLine, type ParsedLine } from './parsed-line.ts'

/** 50,000 rows of 5 MB take 200 MB and a second. */
const readRows = isolatedTask<typeof run>(new URL('./isolated/read-rows.ts', import.meta.url), {
  memory_mb: 400,
  cpu_ms: 20_000,
  background: true,
})

/** Reads a file and checks its lines. Safe to repeat: a second attempt discards the rows of the first. */
export const readStudentList = (ctx: CtxWithoutTx, { job_id }: { job_id: string }) =>
  runResumable(ctx, job_id, async () => {
    const upload = await ctx.transact((txCtx) => startReading(txCtx, job_id))
    if (!upload) return
    await withScratchFolder((folder) => readInto(ctx, { job_id, folder, object_key: upload.object_key }))
  })

interface Reading {
  job_id: string
  folder: string
  object_key: string
}

async function readInto(ctx: CtxWithoutTx, { job_id, folder, object_key }: Reading) {
  await copyToDisk(ctx.storage, object_key, join(folder, 'list')).catch((error: unknown) => {
    throw error instanceof ObjectMissingError ? new JobFailed('file_gone') : error
  })
  const read = await runIsolated(readRows, null, { group_id: ctx.school_id, folder }).catch(asFailure)
  if ('failure' in read) throw new JobFailed(read.failure, read.line)
  const { columns, encoding } = read
  const faculties = await ctx.transact(facultiesByName)
  const seen = new Set<string>()
  for await (const text of createInterface({ input: createReadStream(join(folder, 'rows')) })) {
    const rows = JSON.parse(text) as CsvRow[]
    const lines = rows.map(({ line, cells }) => marked(seen, parseLine(columns, line, cells)))
    await ctx.transact((txCtx) => storeLines(txCtx, job_id, { lines, faculties }))
  }
  await ctx.transact((txCtx) => finishReading(txCtx, job_id, { columns, encoding }))
}

/** A valid file of that size never exceeds the limits of its task. */
function asFailure(error: unknown): never {
  throw error instanceof TaskStopped && error.isInputTooCostly ? new JobFailed('not_text') : error
}

/** A repeated address or code is the same person. */
function marked(seen: Set<string>, line: ParsedLine): ParsedLine {
  if (line.code || line.is_example) return line
  const names = [line.email, line.user_code && `code ${line.user_code}`].filter(Boolean)
  if (names.some((name) => seen.has(name))) return { ...line, code: 'duplicate' }
  for (const name of names) seen.add(name)
  return line
}

type Faculties = ReadonlyMap<string, string>

async function facultiesByName({ tx, school_id }: Ctx): Promise<Faculties> {
  const rows = await tx
    .selectFrom('faculties')
    .where('school_id', '=', school_id)
    .select(['id', 'name', 'slug'])
    .execute()
  return new Map(
    rows.flatMap(({ id, name, slug }) => [[foldText(slug), id] as const, [foldText(name), id] as const]),
  )
}
