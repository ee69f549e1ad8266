import { Outlet } from 'react-router'
import { UiProvider } from '#ui/theme/ui-provider.tsx'
import '#ui/styles/app.css'

/** Login, registration and the like: the app's pieces, without its shell and for anybody. */
export default function PlainFrame() {
  return (
    <UiProvider>
      <Outlet />
    </UiProvider>
  )
}
