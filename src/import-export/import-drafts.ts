import { insertDrafts } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { documentContents, type CourseDocument } from './documents/course-document.ts'
import { toSchoolUrls } from './documents/rich-text-links.ts'

interface Names {
  course_id: string
  contents: ReadonlyMap<string, string>
  media: ReadonlyMap<string, string>
}

/** Stores the drafts of published contents of a new course. */
export async function importDrafts(ctx: Ctx, document: CourseDocument, names: Names) {
  const { school_id, actor, now } = ctx
  const both = { school_id, created_at: now, updated_at: now, updated_by: actor.id }
  const rows = documentContents(document).flatMap(({ id, draft }) => {
    if (!draft) return []
    const { media, ...text } = draft
    const upload_id = media === null ? null : (names.media.get(media) ?? null)
    return [
      {
        ...both,
        ...text,
        content_id: names.contents.get(id)!,
        body: toSchoolUrls(text.body, names),
        upload_id,
      },
    ]
  })
  await insertDrafts(ctx, rows)
}
