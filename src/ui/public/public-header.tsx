import { useFrame, usePageBrand } from '#tenancy/client/frame.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AppearanceMenu } from './appearance-menu.tsx'

interface Props {
  links: readonly { href: string; label: string }[]
}

/** The same for every visitor; the small script shows the parts for the reader (`data-for`). */
export function PublicHeader({ links }: Props) {
  const { t } = useTranslation(['ui', 'kit', 'page'])
  const { host, brand } = useFrame()
  const isSchool = host.kind === 'school'
  return (
    <header className="p-header">
      <div className="p-width">
        <Brand />
        <nav aria-label={t('kit:nav.label')} className="p-wide">
          {links.map(({ href, label }) => (
            <a key={href} href={href} className="p-nav-link">
              {label}
            </a>
          ))}
        </nav>
        <AppearanceMenu />
        <a href="/login" className="p-nav-link" data-for="visitor" data-returns="">
          {t('page:public.login')}
        </a>
        {(isSchool || brand.allows_school_creation) && (
          <a href={isSchool ? '/register' : '/create-school'} className="p-button p-wide" data-for="visitor">
            {isSchool ? t('page:public.register') : t('kit:nav.createSchool')}
          </a>
        )}
        <a
          href={isSchool ? '/dashboard' : '/account'}
          className="p-button"
          data-for={isSchool ? 'student' : 'known'}
          hidden
        >
          {isSchool ? t('kit:nav.dashboard') : t('kit:nav.schools')}
        </a>
        {isSchool && (
          <a href="/manage" className="p-button" data-for="staff" hidden>
            {t('page:public.manage')}
          </a>
        )}
      </div>
    </header>
  )
}

function Brand() {
  const { name, logo_url: logo } = usePageBrand()
  return (
    <a href="/" className="p-brand">
      {logo ? (
        <img src={logo} alt="" width="36" height="36" />
      ) : (
        <span className="p-brand-letter" aria-hidden="true">
          {name.slice(0, 1)}
        </span>
      )}
      <span className="p-brand-name" dir="auto">
        {name}
      </span>
    </a>
  )
}
