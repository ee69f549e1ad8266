import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LegalPage, legalPageLoader, type LegalDocument } from './legal-page.tsx'

export const handle: ScreenHandle = { query: ['version'] }

export const loader = legalPageLoader('terms')

export default function Terms({ loaderData }: { loaderData: LegalDocument }) {
  return <LegalPage text={loaderData} />
}
