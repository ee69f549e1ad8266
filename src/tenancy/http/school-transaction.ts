import { announceChange } from '#platform/database/change-log.ts'
import { auditActorColumns } from '../access/audit-actor.ts'
import type { Ctx, CtxWithoutTx, RequestContext } from '../context/request-context.ts'
import { PLATFORM_ID } from '../hosts/school.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import { withReadOnlySchoolTx, withSchoolTx } from '../database/school-tx.ts'
import type { Tx } from '#platform/database/database.server.ts'
import { newId } from '#platform/security/tokens.ts'

export interface TransactOptions {
  readOnly?: boolean
  /** Called after the commit if cached data of the school is outdated. */
  onSchoolInvalidated: (school_id: string) => void
}

/** Makes every process drop cached data of a school when this transaction commits. */
export const announceSchoolChange = ({ tx }: Pick<Ctx, 'tx'>, school_id: string) =>
  announceChange(tx, school_id)

/** Runs `work` in one transaction of the context's school. */
export async function runTransaction<T>(
  requestContext: RequestContext,
  options: TransactOptions,
  work: (ctx: Ctx) => Promise<T>,
) {
  const after: (() => void)[] = []
  let changed = false
  const inTransaction = async (tx: Tx) => {
    // It may run a second time.
    after.length = 0
    changed = false
    const ctx: Ctx = {
      ...requestContext,
      tx,
      enqueue: (job, payload, enqueueOptions) =>
        enqueueJob(tx, { ...enqueueOptions, job, payload: { ...payload, ...brandKey(requestContext) } }),
      async emit(event, payload) {
        for (const handler of requestContext.reactions.handlersOf(event)) await handler(ctx, payload as never)
      },
      audit: (action, subject, change) => audit(tx, requestContext, { action, subject, change }),
      invalidateSchool: () => {
        changed = true
      },
      afterCommit: (run) => {
        after.push(run)
      },
    }
    const result = await work(ctx)
    // Sent in the transaction, so other processes are notified exactly at its commit.
    if (changed) await announceSchoolChange({ tx }, requestContext.school_id)
    return result
  }
  const transact = options.readOnly ? withReadOnlySchoolTx : withSchoolTx
  const result = await transact(requestContext.db, requestContext.school_id, inTransaction)
  if (changed) options.onSchoolInvalidated(requestContext.school_id)
  for (const run of after) run()
  return result
}

/** Context of a verb that opens its transactions itself with `transact`. */
export const createCtxWithoutTx = (
  requestContext: RequestContext,
  options: TransactOptions,
): CtxWithoutTx => ({
  ...requestContext,
  transact: (work) => runTransaction(requestContext, options, work),
})

/** Jobs of the platform store the brand of their root host; jobs of a school use its brand. */
const brandKey = ({ school_id, brand }: RequestContext) =>
  school_id === PLATFORM_ID && brand.key !== '' ? { brand_key: brand.key } : {}

interface AuditEntry {
  action: string
  subject: [type: string, id: string]
  change: Record<string, unknown> | undefined
}

async function audit(
  tx: Tx,
  { school_id, actor, request_id, now }: RequestContext,
  { action, subject, change = {} }: AuditEntry,
) {
  const [subject_type, subject_id] = subject
  await tx
    .insertInto('audit_log')
    .values({
      school_id,
      id: newId(),
      ...auditActorColumns(actor),
      action,
      subject_type,
      subject_id,
      change: JSON.stringify(change),
      request_id,
      created_at: now,
    })
    .execute()
}
