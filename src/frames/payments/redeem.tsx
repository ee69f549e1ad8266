import { AuthPage } from '#accounts/screens/auth-page/auth-page.tsx'
import RedeemScreen, { handle as redeem } from '#payments/screens/seats/redeem.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { AppProvider } from '#ui/shell/app-provider.tsx'

export const handle: ScreenHandle = { ...redeem, namespaces: [...(redeem.namespaces ?? []), 'accounts'] }

/** The page of a gift or a seat, which looks like the login. */
export default function Redeem() {
  return (
    <AppProvider>
      <RedeemScreen Layout={AuthPage} />
    </AppProvider>
  )
}
