import type { Ctx } from '#tenancy/context/request-context.ts'

/** Ends every enrolment of an erased person. The rows stay for statistics. */
export const endEnrolmentsOfErased = ({ tx, school_id, now }: Ctx, user_id: string) =>
  tx
    .updateTable('enrolments')
    .set({ status: 'removed', last_topic_id: null, last_opened_at: null, updated_at: now })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute()

/** Deletes what staff wrote to an erased person. The history stays for statistics. */
export const clearDeclineReasons = ({ tx, school_id }: Ctx, user_id: string) =>
  tx
    .updateTable('enrolment_events')
    .set({ reason: null })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('reason', 'is not', null)
    .execute()
