import type { ReactNode } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'

interface Props {
  children: ReactNode
  /** Links of the header besides the logo. */
  links?: readonly { href: string; label: string }[]
}

/** Header, content and footer of a public page. */
export function PublicPage({ children, links }: Props) {
  const { t } = useTranslation(['ui', 'kit'])
  return (
    <>
      <a href="#main" className="p-skip">
        {t('kit:nav.skip')}
      </a>
      <PublicHeader links={links ?? []} />
      <main id="main" className="p-main" tabIndex={-1}>
        {children}
      </main>
      <PublicFooter />
    </>
  )
}
