import { Group, SegmentedControl, Text, useDirection } from '@mantine/core'
import { useEffect, useMemo, type ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AppProvider } from '#ui/shell/app-provider.tsx'
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
  const [direction] = useQueryParam('dir')
  const [theme] = useQueryParam('theme')
  const { i18n } = useTranslation()
  const { setDirection } = useDirection()
  const spoken = useMemo(() => (direction === 'rtl' ? withPseudoLocale(i18n) : i18n), [direction, i18n])
  useEffect(() => setDirection(direction === 'rtl' ? 'rtl' : 'ltr'), [direction, setDirection])
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
      <Choice name="theme" values={Object.keys(demoPalettes)} />
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
