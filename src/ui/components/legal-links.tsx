import { useFrame } from '#tenancy/client/frame.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from './legal-links.module.css'

/** Links to the applicable terms of use and privacy notice, below a form. */
export function LegalLinks() {
  const { t } = useTranslation('page')
  const { terms, privacy } = useFrame().legal
  if (!terms && !privacy) return null
  return (
    <p className={classes.links}>
      {terms && <a href={terms}>{t('public.terms')}</a>}
      {privacy && <a href={privacy}>{t('public.privacy')}</a>}
    </p>
  )
}
