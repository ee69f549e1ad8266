import { useFrame } from '#tenancy/client/frame.tsx'
import { languageChoices } from '#lib/languages/languages.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { DetailsMenu } from './details-menu.tsx'

/** Language and colour scheme. The small script stores the choice. */
export function AppearanceMenu() {
  const { t } = useTranslation(['ui', 'page'])
  const { locale, scheme } = useFrame()
  return (
    <DetailsMenu label={t('page:public.looks')} summary={<LookIcon />}>
      <span className="p-menu-label">{t('language')}</span>
      {languageChoices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          lang={value}
          data-language-choice={value}
          aria-pressed={locale === value}
        >
          {label}
        </button>
      ))}
      <span className="p-menu-label">{t('scheme.label')}</span>
      {(['light', 'dark', 'auto'] as const).map((choice) => (
        <button key={choice} type="button" data-scheme-choice={choice} aria-pressed={scheme === choice}>
          {t(`scheme.${choice}`)}
        </button>
      ))}
    </DetailsMenu>
  )
}

function LookIcon() {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" />
      <path d="M3.6 9h16.8M3.6 15h16.8M12 3c2.6 2.6 3.8 5.6 3.8 9s-1.2 6.4-3.8 9c-2.6-2.6-3.8-5.6-3.8-9S9.4 5.6 12 3Z" />
    </svg>
  )
}
