import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LegalPage, legalPageLoader, type LegalDocument } from './legal-page.tsx'

export const handle: ScreenHandle = { query: ['version'] }

export const loader = legalPageLoader('privacy')

export default function Privacy({ loaderData }: { loaderData: LegalDocument }) {
  return <LegalPage text={loaderData} />
}
