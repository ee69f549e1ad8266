import { adminsToNotify } from '#accounts/index.ts'
import { sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'
import type { DomainState } from './next-domain-state.ts'

/** Mails the school's admins when a domain becomes active or fails. Links use a host that works. */
export async function notifyDomainChange(ctx: Ctx, domain: string, state: DomainState) {
  if (state !== 'active' && state !== 'failed') return
  const { school, config, brand } = ctx
  const url = `${originFor(config, `${school!.school_url}.${brand.domain}`)}/manage/domains`
  for (const { id, email, locale } of await adminsToNotify(ctx)) {
    const t = translator(locale)
    const words = `custom-domains:${state}` as const
    await sendMail(ctx, {
      to: email,
      user_id: id,
      kind: `domain_${state}`,
      locale,
      mail: {
        subject: t(`${words}.subject`, { domain }),
        heading: t(`${words}.heading`, { domain }),
        paragraphs: [t(`${words}.text`, { domain })],
        button: { label: t('custom-domains:button'), url },
      },
    })
  }
}
