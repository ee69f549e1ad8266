import type { getCourseContents } from '#courses/index.ts'

export interface ReadableContent {
  title: string
  type: string
  /** Version for this reader; 0 for the version for everybody. */
  version: number
  lesson_title: string
}

/** Contents that this reader may open now; empty for a reader who sees only titles. */
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
