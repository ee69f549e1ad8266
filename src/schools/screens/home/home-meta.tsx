import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Profile } from './home-view.ts'
import { PageMeta, htmlToPlainText } from './page-meta.tsx'

/** Title, description and structured data of a school's home page. */
export function HomeMeta({ profile }: { profile: Profile }) {
  const { t } = useTranslation('schools')
  const { name, tagline, about, cover_url, logo_url, url, contact_email } = profile
  const description = htmlToPlainText(about) || tagline || t('home.description', { school: name })
  const data = {
    '@context': 'https://schema.org',
    '@type': 'EducationalOrganization',
    name,
    url,
    description,
    ...(logo_url && { logo: `${url}${logo_url}` }),
    ...(contact_email && { email: contact_email }),
  }
  return (
    <PageMeta
      title={tagline ? `${name} · ${tagline}` : name}
      description={description}
      path="/"
      image={cover_url ?? logo_url}
      data={data}
    />
  )
}
