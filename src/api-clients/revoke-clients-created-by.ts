import type { Ctx } from '#tenancy/context/request-context.ts'

/** Revokes every API client that this user created, with its secrets. */
export async function revokeClientsCreatedBy(ctx: Ctx, user_id: string) {
  const { tx, school_id, now } = ctx
  const clients = await tx
    .updateTable('api_clients')
    .set({ revoked_at: now })
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name'])
    .execute()
  if (clients.length === 0) return
  const ids = clients.map(({ id }) => id)
  await tx
    .deleteFrom('api_client_secrets')
    .where('school_id', '=', school_id)
    .where('client_id', 'in', ids)
    .execute()
  for (const { id, name } of clients) await ctx.audit('api_client.revoked', ['api_client', id], { name })
  ctx.invalidateSchool()
}
