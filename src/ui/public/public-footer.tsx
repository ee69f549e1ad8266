import { useFrame } from '#tenancy/client/frame.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

/** Name and links at the end of a public page. */
export function PublicFooter() {
  const { t } = useTranslation(['ui', 'page'])
  const { host, root_origin, brand, legal } = useFrame()
  return (
    <footer className="p-footer">
      <div className="p-width">
        {host.kind === 'school' ? (
          <>
            <span>
              {host.school.name}
              {host.school.tagline && ` · ${host.school.tagline}`}
            </span>
            <a href={root_origin}>{t('page:public.poweredBy', { brand: brand.name })}</a>
          </>
        ) : (
          <>
            <span>{brand.name}</span>
            <a href="/find-school">{t('page:public.findSchool')}</a>
          </>
        )}
        {legal.terms && <a href={legal.terms}>{t('page:public.terms')}</a>}
        {legal.privacy && <a href={legal.privacy}>{t('page:public.privacy')}</a>}
        {brand.support_email && <a href={`mailto:${brand.support_email}`}>{t('page:public.support')}</a>}
      </div>
    </footer>
  )
}
