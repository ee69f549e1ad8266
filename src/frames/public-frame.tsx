import { Outlet } from 'react-router'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import '#ui/public/public.css'

/** Public pages: rendered on the server, without the app. */
export const handle: ScreenHandle = { scripts: false }

export default function PublicFrame() {
  return <Outlet />
}
