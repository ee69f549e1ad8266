import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensure, refuseField } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { embedUrl } from '#lib/embeds/index.ts'
import { publicMediaUrl, useUpload } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { ensureUnchanged } from '../ensure-unchanged.ts'
import { mayEditCourse } from '../policy.ts'
import { courseForEditing, lockCourses } from '../queries.ts'
import { savedCourse } from './saved-course.ts'
import { saveCourse } from './update-course.ts'

export async function updateCourseAdsVideo(ctx: Ctx, input: Input<typeof contract.updateCourseAdsVideo>) {
  await lockCourses(ctx, [input.id])
  const course = await courseForEditing(ctx, input.id)
  ensure(mayEditCourse(ctx.actor, course))
  ensureUnchanged(course, input.updated_at)
  const course_ads_video = input.upload_id
    ? publicMediaUrl((await useUpload(ctx, input.upload_id, 'course_ads_video')).id)
    : videoAddress(input.course_ads_video ?? '', course.course_ads_video)
  await saveCourse(ctx, course, { course_ads_video })
  await ctx.audit('course.ads_video_updated', ['course', input.id], { course_ads_video })
  return savedCourse(ctx, input.id)
}

/** As the page frames it; empty for none. */
function videoAddress(pasted: string, current: string) {
  if (pasted.trim() === '') return ''
  // A film of one's own that is there already, sent back as it was read.
  if (pasted === current) return current
  return (
    embedUrl(pasted) ??
    refuseField(
      'course_ads_video',
      'embed_unknown',
      'Give the address of a video on a site that can be shown here.',
    )
  )
}
