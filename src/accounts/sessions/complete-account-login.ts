import type { Selectable } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Accounts } from '#platform/database/database-types.ts'
import type { Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { storeKnownDevice } from '../login-protection/known-devices.ts'
import { startSession } from './session.ts'
import { accountDetailsView } from '../users/user-details-view.ts'

export async function completeAccountLogin(
  ctx: Ctx,
  account: Selectable<Accounts>,
  second_factor_at: Date | null = null,
): Promise<Reply<typeof contract.loginAccount>> {
  const user_token = await startSession(ctx, account.id, second_factor_at)
  storeKnownDevice(ctx, account)
  return { user_token, user_type: 'account_user', user: accountDetailsView(account) }
}
