import type { Ctx } from '#tenancy/context/request-context.ts'
import type { DataSubject } from '#tenancy/context/personal-data.ts'
import { selectCertificates } from './queries.ts'

/**
 * Removes the person from certificates. The rows stay: their numbers have no gaps, and their addresses answer that the
 * person was erased.
 */
export async function eraseCertificates(ctx: Ctx, { id: student_id }: DataSubject): Promise<void> {
  const { tx, school_id, now, storage } = ctx
  const rows = await selectCertificates(ctx)
    .where('c.student_id', '=', student_id)
    .where('c.erased_at', 'is', null)
    .forUpdate()
    .execute()
  if (rows.length === 0) return
  await tx
    .updateTable('certificates')
    .set({
      student_name: '',
      end_reason: '',
      is_public: false,
      erased_at: now,
      pdf_key: null,
      image_key: null,
    })
    .where('school_id', '=', school_id)
    .where('student_id', '=', student_id)
    .where('erased_at', 'is', null)
    .execute()
  const keys = rows.flatMap(({ pdf_key, image_key }) => [pdf_key, image_key]).filter((key) => key !== null)
  for (const key of keys) await storage.remove(key)
}
