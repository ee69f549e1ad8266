import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import {
  isolatedTask,
  runIsolated,
  TaskRejected,
  TaskStopped,
  withScratchFolder,
} from '#platform/isolated/index.ts'
import { copyToDisk, type Upload } from '#uploads/index.ts'
import { JobFailed } from '../resumable-job.ts'
import { documentFile } from '../documents/document-entry.ts'
import type { CourseDocument, DocumentContent } from '../documents/course-document.ts'
import type { run } from './isolated/read-archive.ts'

/** A document of 46 MB took 560 MB and 8 s. */
const task = isolatedTask<typeof run>(new URL('./isolated/read-archive.ts', import.meta.url), {
  memory_mb: 1_000,
  cpu_ms: 90_000,
  background: true,
})

type ReadArchive = Awaited<ReturnType<typeof run>> & {
  /** Null if there are `errors`. */
  document: CourseDocument | null
}

/** Reads an archive in a child process that has access to its file only. */
export const readArchive = (
  { school_id, storage }: CtxWithoutTx,
  { object_key }: Pick<Upload, 'object_key'>,
): Promise<ReadArchive> =>
  withScratchFolder(async (folder) => {
    const path = await storage.localPath(object_key)
    if (!path) await copyToDisk(storage, object_key, join(folder, 'archive'))
    const readable = path ? [path] : []
    const read = await runIsolated(task, { path }, { group_id: school_id, folder, readable }).catch(asFailure)
    if (read.errors.length > 0) return { ...read, document: null }
    return { ...read, document: await documentIn(join(folder, documentFile)) }
  })

function asFailure(error: unknown): never {
  if (error instanceof TaskRejected) throw new JobFailed(error.code)
  if (error instanceof TaskStopped && error.isInputTooCostly) throw new JobFailed('document_too_large')
  throw error
}

interface LessonLine {
  lesson: CourseDocument['lessons'][number]
}
interface ContentLine {
  content: DocumentContent
}

/** One line at a time: parsing a whole document would block the process. */
async function documentIn(path: string): Promise<CourseDocument> {
  let document: CourseDocument | null = null
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const value = JSON.parse(line) as CourseDocument | LessonLine | ContentLine
    if ('lesson' in value) document!.lessons.push(value.lesson)
    else if ('content' in value) document!.lessons.at(-1)!.contents.push(value.content)
    else document = value
  }
  return document!
}
