import { DirectionProvider, MantineContext, MantineThemeProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFrame, useNonce } from '#tenancy/client/frame.tsx'
import { directionOf } from '#lib/languages/languages.ts'
import { mantineTheme } from './mantine-theme.ts'
import { useColorScheme } from './use-color-scheme.ts'

interface Props {
  children: ReactNode
  /** Overrides the visitor's choice; for the style pages. */
  forcedScheme?: 'light' | 'dark' | undefined
}

const root = () => document.documentElement

/**
 * Provides Mantine's context without the part that writes CSS variables at run time: ours are in static style
 * sheets, and a login page has no size budget for the rest.
 */
export function UiProvider({ children, forcedScheme }: Props) {
  const { locale } = useFrame()
  const nonce = useNonce()
  const scheme = useColorScheme(forcedScheme)
  return (
    <DirectionProvider initialDirection={directionOf(locale)} detectDirection={false}>
      <MantineContext
        value={{
          colorScheme: scheme.chosen,
          setColorScheme: scheme.choose,
          clearColorScheme: () => scheme.choose('auto'),
          getRootElement: root,
          classNamesPrefix: 'mantine',
          cssVariablesSelector: ':root',
          withStaticClasses: true,
          getStyleNonce: () => nonce,
        }}
      >
        <MantineThemeProvider theme={mantineTheme}>{children}</MantineThemeProvider>
      </MantineContext>
    </DirectionProvider>
  )
}
