import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { embedUrl } from '#lib/embeds/index.ts'
import { publicMediaUrl, getUsableUpload } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { ensureUnchanged } from '../ensure-unchanged.ts'
import { mayEditCourse } from '../policy.ts'
import { lockCourse, lockCourses } from '../queries.ts'
import { courseEditorView } from './course-editor-view.ts'
import { updateCourseRow } from './update-course.ts'

export async function updateCourseAdsVideo(ctx: Ctx, input: Input<typeof contract.updateCourseAdsVideo>) {
  await lockCourses(ctx, [input.id])
  const course = await lockCourse(ctx, input.id)
  ensureAllowed(mayEditCourse(ctx.actor, course))
  ensureUnchanged(course, input.updated_at)
  const course_ads_video = input.upload_id
    ? publicMediaUrl((await getUsableUpload(ctx, input.upload_id, { purpose: 'course_ads_video' })).id)
    : videoAddress(input.course_ads_video ?? '', course.course_ads_video)
  await updateCourseRow(ctx, course, { course_ads_video })
  await ctx.audit('course.ads_video_updated', ['course', input.id], { course_ads_video })
  return courseEditorView(ctx, input.id)
}

/** Embed address for the page; empty for none. */
function videoAddress(pasted: string, current: string) {
  if (pasted.trim() === '') return ''
  // An uploaded trailer that was sent back unchanged.
  if (pasted === current) return current
  return (
    embedUrl(pasted) ??
    refuseInvalidField(
      'course_ads_video',
      'embed_unknown',
      'Enter the address of a video on a supported site.',
    )
  )
}
