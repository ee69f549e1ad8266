import { Outlet } from 'react-router'
import { UiProvider } from '#ui/theme/ui-provider.tsx'
import '#ui/styles/app.css'

/** Frame of login, registration and similar pages: no navigation, no session required. */
export default function PlainFrame() {
  return (
    <UiProvider>
      <Outlet />
    </UiProvider>
  )
}
