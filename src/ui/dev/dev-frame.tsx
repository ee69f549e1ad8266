import { Group, SegmentedControl, Text, useDirection } from '@mantine/core'
import { useEffect, useMemo, type ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { setLanguageCookie } from '#platform/client/session/cookies.ts'
import { densities, showDensity } from '#ui/theme/density.ts'
import { AppProvider } from '#ui/shell/app-provider.tsx'
import { directionOf, type Language } from '#lib/languages/languages.ts'
import { useFrame } from '#tenancy/client/frame.tsx'
import { themeCss } from '#lib/theme/index.ts'
import { demoPalettes } from './demo-palettes.ts'
import { withPseudoLocale } from './pseudo.ts'

/** Shows its children in the scheme, direction, language and theme of the query parameters. */
export function DevFrame({ children }: { children: ReactNode }) {
  const [scheme] = useQueryParam('scheme')
  return (
    <AppProvider forcedScheme={scheme === 'dark' ? 'dark' : 'light'}>
      <Dressed>{children}</Dressed>
    </AppProvider>
  )
}

function Dressed({ children }: { children: ReactNode }) {
  const [dir] = useQueryParam('dir')
  const { locale } = useFrame()
  const direction = dir ?? directionOf(locale)
  const [theme] = useQueryParam('theme')
  const [density] = useQueryParam('density')
  const { i18n } = useTranslation()
  const { setDirection } = useDirection()
  const spoken = useMemo(
    () => (dir === 'rtl' && locale === 'en' ? withPseudoLocale(i18n) : i18n),
    [dir, locale, i18n],
  )
  useEffect(() => setDirection(direction === 'rtl' ? 'rtl' : 'ltr'), [direction, setDirection])
  // Tables show the stored density when they appear, before this.
  useEffect(() => showDensity(density === 'compact' ? 'compact' : 'comfortable'), [density])
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(themeCss(demoPalettes[theme ?? 'school'] ?? demoPalettes.school!))
    document.adoptedStyleSheets = [sheet]
    return () => {
      document.adoptedStyleSheets = []
    }
  }, [theme])
  return <I18nextProvider i18n={spoken}>{children}</I18nextProvider>
}

/** Controls that choose what `DevFrame` shows. */
export function DevChoices() {
  return (
    <Group gap="md">
      <Choice name="scheme" values={['light', 'dark']} />
      <Choice name="dir" values={['ltr', 'rtl']} />
      <Choice name="density" values={[...densities]} />
      <Choice name="theme" values={Object.keys(demoPalettes)} />
      <LanguageChoice />
    </Group>
  )
}

const languages = ['en', 'fr', 'ar'] as const

/** The server renders the language of the cookie, so the document loads again. */
function LanguageChoice() {
  const { locale } = useFrame()
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        language
      </Text>
      <SegmentedControl
        aria-label="language"
        data={[...languages]}
        value={locale}
        onChange={(language) => {
          setLanguageCookie(language as Language)
          location.reload()
        }}
      />
    </Group>
  )
}

function Choice({ name, values }: { name: string; values: string[] }) {
  const [value, set] = useQueryParam(name)
  return (
    <Group gap="xs" maw="100%">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <SegmentedControl
        aria-label={name}
        data={values}
        value={value ?? values[0]!}
        onChange={set}
        maw="100%"
        style={{ overflowX: 'auto' }}
      />
    </Group>
  )
}
