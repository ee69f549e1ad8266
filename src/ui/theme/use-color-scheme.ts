import { useEffect, useState } from 'react'
import { setSchemeCookie } from '#platform/client/session/cookies.ts'
import { useFrame } from '#tenancy/client/frame.tsx'
import type { Scheme } from '#platform/client/page/page-preferences.ts'

/** Light, dark or the system's scheme, as the visitor chose; set as an attribute of the root element. */
export function useColorScheme(forced?: 'light' | 'dark') {
  const frame = useFrame()
  const [storedScheme, setStoredScheme] = useState<Scheme>(frame.scheme)
  const chosen = forced ?? storedScheme
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const wear = () => {
      const { dataset } = document.documentElement
      dataset.scheme = chosen
      dataset.mantineColorScheme = chosen === 'auto' ? (system.matches ? 'dark' : 'light') : chosen
    }
    wear()
    if (chosen !== 'auto') return
    system.addEventListener('change', wear)
    return () => system.removeEventListener('change', wear)
  }, [chosen])
  const choose = (scheme: Scheme) => {
    setSchemeCookie(scheme)
    setStoredScheme(scheme)
  }
  return { chosen, choose }
}
