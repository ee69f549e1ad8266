import type { Input, Reply } from '#platform/contract/route.ts'
import { translator } from '#platform/pages/translate.ts'
import { findStudentWithLongestName, getCourseRules } from '#learning/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { expiryOf, snapshotOf } from '../issuing/snapshot.ts'
import { contentFrom } from '../templates/content-from.ts'
import { drawCertificate, findBlockImages } from './draw-certificate.ts'
import { drawingOf } from './drawing-of.ts'

/** Id in the code of a preview, which is not issued. */
const sampleId = '00000000-0000-0000-0000-000000000000'

/** Draws a template with the longest name of the school, unless a name is given: what fits then fits everybody. */
export async function previewSchoolCertificate(
  ctx: CtxWithoutTx,
  input: Input<typeof contract.previewSchoolCertificate>,
): Promise<Reply<typeof contract.previewSchoolCertificate>> {
  const { content, images, student_name, course_name } = await ctx.transact((tx) => load(tx, input))
  const { school, now, config } = ctx
  const certificate = {
    id: sampleId,
    number: 1,
    student_name,
    course_name,
    issued_at: now,
    expires_at: expiryOf(content, now),
    snapshot: snapshotOf(school, content),
  }
  const { image, overfull } = await drawCertificate(ctx, drawingOf(config, certificate, content), images)
  return {
    content_type: 'image/png',
    content: image.toString('base64'),
    overfull_blocks: overfull,
    student_name,
  }
}

async function load(ctx: Ctx, input: Input<typeof contract.previewSchoolCertificate>) {
  const { student_name, course_id, course_name, ...settings } = input
  const content = await contentFrom(ctx, settings, null)
  const course = course_id ? await getCourseRules(ctx, course_id) : null
  const t = translator(content.language ?? ctx.school?.language)
  return {
    content,
    images: await findBlockImages(ctx, content),
    student_name:
      student_name?.trim() ?? (await findStudentWithLongestName(ctx)) ?? t('certificates:sample.student'),
    course_name: course_name?.trim() || course?.course_name || t('certificates:sample.course'),
  }
}
