import { buffer } from 'node:stream/consumers'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { getUsableUpload, type Upload } from '#uploads/index.ts'
import { parseCues, type Cue } from './caption-cues.ts'
import { captionColumns, captionView } from './captions.ts'
import type * as contract from '../contract.ts'
import { courseContentsChanged } from '../events.ts'
import { discardUnusedFiles } from '../discard-unused-files.ts'
import { lockContent, getEditableOutline } from '../outline/outline-queries.ts'

/** Maximum number of languages per content. */
export const maxCaptions = 40

type Given = Input<typeof contract.addCaption>

/** Adds a captions file; it replaces the one of the same language. */
export async function addCaption(ctx: CtxWithoutTx, given: Given) {
  const { upload } = await ctx.transact((txCtx) => mayAdd(txCtx, given))
  const text = new TextDecoder().decode(await buffer(await ctx.storage.read(upload.object_key)))
  const cues = await readOrDiscard(ctx, upload.id, text)
  return ctx.transact((txCtx) => keep(txCtx, given, cues))
}

/** Discards a file that cannot be parsed. */
async function readOrDiscard(ctx: CtxWithoutTx, upload_id: string, text: string): Promise<Cue[]> {
  try {
    return parseCues(text)
  } catch (error) {
    if (error instanceof Refusal) await ctx.transact((txCtx) => discardUnusedFiles(txCtx, upload_id))
    throw error
  }
}

/** Locks content and file, so that neither is deleted meanwhile. */
async function mayAdd(ctx: Ctx, { id, upload_id }: Given) {
  const content = await lockContent(ctx, id)
  await getEditableOutline(ctx, content.course_id)
  if (content.type !== 'video' && content.type !== 'audio') throw new Refusal('captions_not_supported')
  const upload: Upload = await getUsableUpload(ctx, upload_id, { purpose: 'course_caption' })
  return { content, upload }
}

async function keep(ctx: Ctx, given: Given, cues: Cue[]) {
  const { tx, school_id, actor, now } = ctx
  const { content } = await mayAdd(ctx, given)
  const there = await tx
    .selectFrom('content_captions')
    .where('school_id', '=', school_id)
    .where('content_id', '=', content.id)
    .select(['language', 'upload_id'])
    .execute()
  const before = there.find(({ language }) => language === given.language)
  if (!before && there.length >= maxCaptions) throw new Refusal('caption_limit_reached')
  const columns = {
    upload_id: given.upload_id,
    label: given.label.trim(),
    cues: json(cues),
    cues_count: cues.length,
    created_by: actor.id,
    created_at: now,
  }
  const saved = await tx
    .insertInto('content_captions')
    .values({ ...columns, school_id, id: newId(), content_id: content.id, language: given.language })
    .onConflict((oc) => oc.columns(['school_id', 'content_id', 'language']).doUpdateSet(columns))
    .returning(captionColumns)
    .executeTakeFirstOrThrow()
  if (before && before.upload_id !== given.upload_id) await discardUnusedFiles(ctx, before.upload_id)
  await ctx.emit(courseContentsChanged, { course_id: content.course_id })
  await ctx.audit('content.captions_added', ['content', content.id], { language: given.language })
  return captionView(ctx, saved, content.course_id)
}
