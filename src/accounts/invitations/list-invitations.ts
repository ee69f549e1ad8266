import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import type { InvitedRole } from './invitations.ts'
import { invitationStatus } from '../policy.ts'

export async function listInvitations(
  { tx, school_id, now }: Ctx,
  { limit, cursor }: Input<typeof contract.listInvitations>,
): Promise<Reply<typeof contract.listInvitations>> {
  const rows = tx.selectFrom('invitations').where('school_id', '=', school_id).selectAll()
  const page = await paginateByKeyset(rows, {
    by: ['created_at', 'id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at, row.id],
  })
  const data = page.data.map(({ id, email, name, role, created_at, expires_at, ...state }) => ({
    id,
    email,
    name,
    role: role as InvitedRole,
    status: invitationStatus({ ...state, expires_at }, now),
    created_at,
    expires_at,
  }))
  return { ...page, data }
}
