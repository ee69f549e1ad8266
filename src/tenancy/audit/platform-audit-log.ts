import type { Ctx } from '../context/request-context.ts'
import { PLATFORM_ID } from '../hosts/school.ts'
import { withSchoolTx } from '../database/school-tx.ts'
import { defineJob } from '../jobs/define-job.ts'
import { auditActorColumns } from '../access/audit-actor.ts'
import { newId } from '#platform/security/tokens.ts'

interface Act {
  id: string
  actor_id: string | null
  actor_role: string
  action: string
  subject_type: string
  subject_id: string
  change: Record<string, unknown>
  request_id: string
  created_at: string
}

interface Entry {
  action: string
  subject: [type: string, id: string]
  change: Record<string, unknown>
}

/** Adds an action in a school to the platform's audit log, which the school's transaction cannot write. */
export const recordPlatformAction = defineJob<{ act: Act }>({
  name: 'recordPlatformAction',
  transaction: 'own',
  async run({ db }, { act }) {
    await withSchoolTx(db, PLATFORM_ID, async (tx) => {
      // The id is part of the action, so that a second run adds nothing.
      await tx
        .insertInto('audit_log')
        .values({ ...act, school_id: PLATFORM_ID, change: JSON.stringify(act.change) })
        .onConflict((oc) => oc.columns(['school_id', 'id']).doNothing())
        .execute()
    })
  },
})

/** Writes an action to the school's audit log, and enqueues the entry of the platform's. */
export async function auditInSchoolAndPlatform(ctx: Ctx, { action, subject, change }: Entry) {
  await ctx.audit(action, subject, change)
  const { client_id: _none, ...actor } = auditActorColumns(ctx.actor)
  const act = {
    id: newId(),
    ...actor,
    action,
    subject_type: subject[0],
    subject_id: subject[1],
    change: { ...change, school_id: ctx.school_id },
    request_id: ctx.request_id,
    created_at: ctx.now.toISOString(),
  }
  await ctx.enqueue(recordPlatformAction, { act }, { priority: 'soon' })
}
