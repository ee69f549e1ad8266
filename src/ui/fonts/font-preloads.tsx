import { useFrame } from '#tenancy/client/frame.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

/** Addresses of the files with the letters of the interface, by family. */
const files = import.meta.glob<string>(
  ['./*-latin.woff2', './vazirmatn-arabic.woff2', './*-ethiopic.woff2'],
  {
    eager: true,
    import: 'default',
    query: '?url',
  },
)

const scriptFiles: Record<string, string> = {
  ar: './vazirmatn-arabic.woff2',
  am: './noto-sans-ethiopic-ethiopic.woff2',
}

/** The file of a family such as `Source Sans 3`. */
const latinFile = (family: string) => `./${family.toLowerCase().replaceAll(' ', '-')}-latin.woff2`

/** The first family of `--ly-font` and of `--ly-font-headings`. */
const familiesOf = (themeCss: string) =>
  Array.from(themeCss.matchAll(/--ly-font(?:-headings)?:'([^']+)'/g), ([, family]) => family!)

/**
 * Asks for the page's fonts before its styles name them. A font that arrives after the first paint is used from the next
 * page on (`font-display: optional`), so that no line of text moves. Rendered by the server only.
 */
export function FontPreloads() {
  const { theme_css } = useFrame()
  const { i18n } = useTranslation()
  const names = [scriptFiles[i18n.language] ?? [], familiesOf(theme_css).map(latinFile)].flat()
  return [...new Set(names)]
    .filter((name) => name in files)
    .map((name) => (
      <link
        key={name}
        rel="preload"
        as="font"
        type="font/woff2"
        href={files[name]}
        crossOrigin="anonymous"
        fetchPriority="low"
      />
    ))
}
