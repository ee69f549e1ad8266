import { useTranslation } from '#ui/i18n/use-translation.ts'

/** Requests a mail with all schools of an address. The small script shows and sends it. */
export function ForgottenAddress() {
  const { t } = useTranslation('schools')
  return (
    <section className="p-section p-width s-mine" aria-labelledby="my-schools">
      <h2 id="my-schools">{t('mine.title')}</h2>
      <p>{t('mine.text')}</p>
      <form className="s-mine-form" data-my-schools="" hidden>
        <label htmlFor="my-email">{t('mine.email')}</label>
        <div>
          <input id="my-email" name="email" type="email" autoComplete="email" maxLength={254} required />
          <button type="submit" className="p-button">
            {t('mine.button')}
          </button>
        </div>
        <template data-done="">{t('mine.done')}</template>
        <template data-busy="">{t('mine.busy')}</template>
        <template data-failed="">{t('mine.failed')}</template>
        <p role="status" data-said="" />
      </form>
    </section>
  )
}
