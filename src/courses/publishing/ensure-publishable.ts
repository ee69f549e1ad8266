import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { findAssessment } from '../content-assessments.ts'
import { mayPublish } from '../policy.ts'

interface Publishable {
  id: string
  type: string
  upload_id: string | null
  embed_url: string
}

/** Refuses to publish a content that would be empty for students. */
export async function ensurePublishable(ctx: Ctx, content: Publishable) {
  const assessment = await findAssessment(ctx, content, 'student')
  ensureAllowed(mayPublish({ ...content, has_assessment: assessment !== null }))
}
