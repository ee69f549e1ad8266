import { StatusPage } from '#ui/frame/status-page.tsx'

/** Kept by the browser and shown instead of any page while the line is down. */
export default function Offline() {
  return <StatusPage status="offline" />
}
