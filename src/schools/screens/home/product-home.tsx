import { languages } from '#lib/languages/languages.ts'
import { useFrame } from '#tenancy/client/frame.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Disclosure, LinkButton } from '#ui/public/pieces.tsx'
import { PublicPage } from '#ui/public/public-page.tsx'
import { PageMeta } from './page-meta.tsx'
import { ProductIllustration } from './product-illustration.tsx'
import './public-screens.css'

/** Home page of a root host with its brand, for visitors without a school. */
export function ProductHome() {
  const { t } = useTranslation('schools')
  const { root_origin, brand } = useFrame()
  const description = t('product.description')
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: brand.name,
    url: root_origin,
    description,
  }
  return (
    <PublicPage links={[{ href: '/find-school', label: t('find.title') }]}>
      <PageMeta
        title={t('product.title', { brand: brand.name })}
        description={description}
        path="/"
        data={data}
      />
      <section className="s-product">
        <div className="p-width">
          <div>
            <p className="p-eyebrow">{t('product.eyebrow')}</p>
            <h1>{t('product.headline')}</h1>
            <p className="s-lead">{t('product.text')}</p>
            <div className="p-actions">
              {brand.allows_school_creation && (
                <LinkButton href="/create-school" large>
                  {t('product.open')}
                </LinkButton>
              )}
              <LinkButton href="/find-school" large quiet>
                {t('product.find')}
              </LinkButton>
            </div>
          </div>
          <ProductIllustration />
        </div>
      </section>
      <Steps />
      <Features />
      <Questions />
      <section className="s-close">
        <div className="p-width">
          <h2>{t('product.close')}</h2>
          <p>{t('product.closeText')}</p>
          {brand.allows_school_creation && (
            <LinkButton href="/create-school" large>
              {t('product.open')}
            </LinkButton>
          )}
        </div>
      </section>
    </PublicPage>
  )
}

function Steps() {
  const { t } = useTranslation('schools')
  const steps = [
    { title: t('product.steps.one'), text: t('product.steps.oneText') },
    { title: t('product.steps.two'), text: t('product.steps.twoText') },
    { title: t('product.steps.three'), text: t('product.steps.threeText') },
  ]
  return (
    <section className="p-section" aria-labelledby="how">
      <div className="p-width">
        <h2 id="how" className="s-title">
          {t('product.how')}
        </h2>
        <ol className="s-steps">
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const features = ['address', 'colours', 'player', 'people', 'access', 'apart'] as const

function Features() {
  const { t } = useTranslation('schools')
  return (
    <section className="p-section" aria-labelledby="what">
      <div className="p-width">
        <h2 id="what" className="s-title">
          {t('product.what')}
        </h2>
        <ul className="s-features">
          {features.map((feature) => (
            <li key={feature}>
              <h3>{t(`product.features.${feature}`)}</h3>
              <p>{t(`product.features.${feature}Text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const questions = ['students', 'several', 'languages', 'leave'] as const

/** Names of the interface's languages in one of them: «English, French and Arabic». */
function listLanguages(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return new Intl.ListFormat(locale).format(languages.map((language) => names.of(language) ?? language))
}

function Questions() {
  const { t, i18n } = useTranslation('schools')
  const listedLanguages = listLanguages(i18n.language)
  return (
    <section className="p-section" aria-labelledby="questions">
      <div className="p-width s-questions">
        <h2 id="questions" className="s-title">
          {t('product.questions')}
        </h2>
        <div>
          {questions.map((question) => (
            <Disclosure key={question} summary={t(`product.faq.${question}`)}>
              <p>{t(`product.faq.${question}Text`, { languages: listedLanguages })}</p>
            </Disclosure>
          ))}
        </div>
      </div>
    </section>
  )
}
