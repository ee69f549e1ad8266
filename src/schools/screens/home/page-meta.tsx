import type { Language } from '#lib/languages/languages.ts'
import { useFrame, usePageBrand } from '#tenancy/client/frame.tsx'

interface Props {
  title: string
  description: string
  /** Canonical path and query of this page for search engines. */
  path: string
  /** A path on this host or an absolute address. */
  image?: string | null
  /** Pages generated from user input must not be indexed. */
  hidden?: boolean
  /** Structured data (schema.org). */
  data?: object
}

/** Values of `og:locale`: the language and the country where most of its readers live. */
const openGraphLocales: Record<Language, string> = {
  am: 'am_ET',
  ar: 'ar_AR',
  en: 'en_GB',
  es: 'es_ES',
  fr: 'fr_FR',
  ha: 'ha_NG',
  ig: 'ig_NG',
  pt: 'pt_PT',
  sw: 'sw_KE',
  yo: 'yo_NG',
}

/** Meta tags of a public page for search engines and link previews. */
export function PageMeta({ title, description, path, image, hidden = false, data }: Props) {
  const { host, root_origin, locale } = useFrame()
  const origin = host.kind === 'school' ? host.school.origin : root_origin
  const { name: siteName } = usePageBrand()
  const short = description.length > 160 ? `${description.slice(0, 157).trimEnd()}…` : description
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={short} />
      <link rel="canonical" href={`${origin}${path}`} />
      <meta name="robots" content={hidden ? 'noindex, follow' : 'index, follow'} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={short} />
      <meta property="og:url" content={`${origin}${path}`} />
      <meta property="og:locale" content={openGraphLocales[locale]} />
      {image && <meta property="og:image" content={new URL(image, origin).href} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {data && <StructuredData data={data} />}
    </>
  )
}

/** Escaped, so that no school name can close the script element. */
const StructuredData = ({ data }: { data: object }) => (
  <script
    type="application/ld+json"
    dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
  />
)

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** Text of sanitised rich text on one line, for descriptions. */
export const htmlToPlainText = (html: string) =>
  html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
