import { buffer } from 'node:stream/consumers'
import { parseCues, insertCaptions, type Cue } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { newId } from '#platform/security/tokens.ts'
import { documentContents, type CourseDocument } from './documents/course-document.ts'

interface Names {
  contents: ReadonlyMap<string, string>
  media: ReadonlyMap<string, string>
  cues: ReadonlyMap<string, Cue[]>
}

/** Stores the captions of a new course. */
export async function importCaptions(ctx: Ctx, document: CourseDocument, names: Names) {
  const { school_id, actor, now } = ctx
  const captions = documentContents(document).flatMap((content) =>
    content.captions.flatMap(({ media, ...caption }) => {
      const upload_id = names.media.get(media)
      return upload_id ? [{ ...caption, upload_id, media, content_id: names.contents.get(content.id)! }] : []
    }),
  )
  if (captions.length === 0) return
  const cuesByUpload = await findCuesOfUploads(
    ctx,
    captions.map((caption) => caption.upload_id),
  )
  const rows = []
  for (const { media, ...caption } of captions) {
    const cues =
      names.cues.get(media) ?? cuesByUpload.get(caption.upload_id) ?? (await readCues(ctx, caption.upload_id))
    const both = { school_id, id: newId(), created_by: actor.id, created_at: now }
    rows.push({ ...caption, ...both, cues: json(cues), cues_count: cues.length })
  }
  await insertCaptions(ctx, rows)
}

/** Cues of files that captions of this school use already. */
async function findCuesOfUploads({ tx, school_id }: Ctx, ids: string[]) {
  const rows = await tx
    .selectFrom('content_captions')
    .where('school_id', '=', school_id)
    .where('upload_id', 'in', ids)
    .distinctOn('upload_id')
    .select(['upload_id', 'cues'])
    .execute()
  return new Map(rows.map((row) => [row.upload_id, row.cues as unknown as Cue[]]))
}

/** A file used only by a template; it is small. */
async function readCues({ tx, school_id, storage }: Ctx, upload_id: string) {
  const { object_key } = await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', '=', upload_id)
    .select('object_key')
    .executeTakeFirstOrThrow()
  return cuesInFile(storage, object_key)
}

/** Refuses a file without captions. */
export const cuesInFile = async (storage: Storage, object_key: string): Promise<Cue[]> =>
  parseCues(new TextDecoder().decode(await buffer(await storage.read(object_key))))
