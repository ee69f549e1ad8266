import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LegalPage, loaderOf, type LegalText } from './legal-page.tsx'

export const handle: ScreenHandle = { query: ['version'] }

export const loader = loaderOf('privacy')

export default function Privacy({ loaderData }: { loaderData: LegalText }) {
  return <LegalPage text={loaderData} />
}
