import type { getCourseContents } from '#courses/index.ts'

export interface ReadableContent {
  title: string
  type: string
  /** That this reader reads; 0 for what everybody does. */
  version: number
  lesson_title: string
}

/** What this reader may open at this moment; who sees only titles opens nothing. */
export function readableContents({
  access,
  lessons,
}: Pick<Awaited<ReturnType<typeof getCourseContents>>, 'access' | 'lessons'>) {
  if (access === 'titles') return new Map<string, ReadableContent>()
  const rows = lessons.flatMap((lesson) =>
    lesson.contents
      .filter((content) => content.lock_reason === null)
      .map(
        ({ id, title, type, reads_version: version }) =>
          [id, { title, type, version, lesson_title: lesson.title }] as const,
      ),
  )
  return new Map(rows)
}
