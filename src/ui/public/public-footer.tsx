import { useTranslation } from 'react-i18next'
import { useFrame } from '#platform/client/frame.tsx'

/** Whose page this is, and where to go from its end. */
export function PublicFooter() {
  const { t } = useTranslation(['ui', 'page'])
  const { host, root_origin } = useFrame()
  return (
    <footer className="p-footer">
      <div className="p-width">
        {host.kind === 'school' ? (
          <>
            <span>
              {host.school.name}
              {host.school.tagline && ` · ${host.school.tagline}`}
            </span>
            <a href={root_origin}>{t('page:public.poweredBy')}</a>
          </>
        ) : (
          <>
            <span>{t('product')}</span>
            <a href="/find-school">{t('page:public.findSchool')}</a>
          </>
        )}
      </div>
    </footer>
  )
}
