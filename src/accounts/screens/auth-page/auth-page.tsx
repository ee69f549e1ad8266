import { Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { setLanguageCookie } from '#platform/client/session/cookies.ts'
import { useFrame, usePageBrand } from '#tenancy/client/frame.tsx'
import { languageChoices, type Language } from '#lib/languages/languages.ts'
import { LegalLinks } from '#ui/components/legal-links.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from './auth-page.module.css'

interface Props {
  title: string
  text?: ReactNode
  children?: ReactNode
}

/** Layout of login and registration: the school's brand on one side, the form on the other. */
export function AuthPage({ title, text, children }: Props) {
  const { t } = useTranslation('accounts')
  const { host } = useFrame()
  const heading = useFocusOnNextStep(title)
  const school = host.kind === 'school' ? host.school : null
  const { name, logo_url } = usePageBrand()
  const tagline = school ? school.tagline : t('root.tagline')
  return (
    <div className={classes.page}>
      <Head title={`${title} · ${name}`} tagline={tagline} />
      <aside className={classes.side}>
        <a href="/" className={classes.brand}>
          {logo_url && <img src={logo_url} alt="" className={classes.logo} />}
          <span>{name}</span>
        </a>
        <p className={classes.tagline}>{tagline}</p>
      </aside>
      <main className={classes.main}>
        <div className={classes.form}>
          <Stack gap={4} mb="xl">
            <Title order={1} ref={heading} tabIndex={-1} className={classes.title ?? ''}>
              {title}
            </Title>
            {text && (
              <Text c="dimmed" component="div">
                {text}
              </Text>
            )}
          </Stack>
          {children}
        </div>
        <LegalLinks />
        <Languages />
      </main>
    </div>
  )
}

/** Announces the next step to screen readers by focusing its heading. */
function useFocusOnNextStep(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) heading.current?.focus()
    first.current = false
  }, [title])
  return heading
}

function Head({ title, tagline }: { title: string; tagline: string | null }) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={tagline ? `${title}: ${tagline}` : title} />
    </>
  )
}

function Languages() {
  const { t, i18n } = useTranslation('ui')
  const choose = (language: Language) => {
    setLanguageCookie(language)
    location.reload()
  }
  return (
    <div role="group" aria-label={t('language')} className={classes.languages}>
      {languageChoices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          lang={value}
          aria-pressed={i18n.language === value}
          onClick={() => choose(value)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
