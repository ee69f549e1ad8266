import { lazy, Suspense } from 'react'

const AccountLogin = lazy(() =>
  import('./account-login.tsx').then((module) => ({ default: module.AccountLogin })),
)

/** The login of owners, loaded on the root host only, so that the login of schools stays small. */
export const LazyAccountLogin = () => (
  <Suspense>
    <AccountLogin />
  </Suspense>
)
