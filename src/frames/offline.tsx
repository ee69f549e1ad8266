import { StatusPage } from '#ui/frame/status-page.tsx'

/** Cached by the browser and shown instead of any page while offline. */
export default function Offline() {
  return <StatusPage status="offline" />
}
