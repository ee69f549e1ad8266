import { sanitizeDisplayName, sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'

interface Offered {
  kind: string
  to_email: string
  token: string
  schools: string[]
}

/** Mail to a possibly unknown person: sender, purpose, and the link to accept. */
export async function mailOffer(ctx: Ctx, { kind, to_email, token, schools }: Offered) {
  const { config, brand, actor } = ctx
  const locale = ctx.school?.language ?? ctx.locale
  const t = translator(locale)
  const words = `ownership:${kind === 'transfer' ? 'offer_transfer' : 'offer_co_owner'}` as const
  const values = {
    from: sanitizeDisplayName(actor.name),
    schools: listed(schools.map(sanitizeDisplayName), locale),
  }
  await sendMail(ctx, {
    to: to_email,
    kind: 'ownership_offer',
    locale,
    mail: {
      subject: t(`${words}.subject`, values),
      heading: t(`${words}.heading`, values),
      paragraphs: [t(`${words}.text`, values), t(`${words}.next`)],
      button: {
        label: t(`${words}.button`),
        url: `${originFor(config, brand.domain)}/ownership-offer?${new URLSearchParams({ token })}`,
      },
      footnote: t('ownership:offer_footnote'),
    },
  })
}

const listed = (names: string[], locale: string) =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)

type News = 'transfer_offered' | 'transfer_withdrawn' | 'transferred' | 'owner_added' | 'owner_removed'

/** Notifies every owner about a change of ownership. */
export async function mailOwners(ctx: Ctx, news: News, values: Record<string, string>) {
  const { tx, school_id } = ctx
  const owners = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('role', '=', 'account_user')
    .where('status', '=', 'active')
    .select(['id', 'email', 'name', 'language'])
    .orderBy('id')
    .limit(100)
    .execute()
  for (const owner of owners) await tell(ctx, owner, { news, values })
}

interface Recipient {
  id: string
  email: string
  name: string
  language: string | null
}

/** Also notifies the former owner, so that nobody loses a school unnoticed. */
export const mailFormerOwner = (ctx: Ctx, owner: Recipient, values: Record<string, string>) =>
  tell(ctx, owner, { news: 'ended', values })

interface Letter {
  news: News | 'ended'
  values: Record<string, string>
}

async function tell(ctx: Ctx, { id, email, name, language }: Recipient, { news, values }: Letter) {
  const { config, brand, school } = ctx
  const locale = language ?? school!.language
  const t = translator(locale)
  const said = { ...values, school: school!.name, by: ctx.actor.name }
  await sendMail(ctx, {
    to: email,
    user_id: id,
    kind: `ownership_${news}`,
    locale,
    mail: {
      subject: t(`ownership:${news}.subject`, said),
      heading: t('ownership:heading', { name }),
      paragraphs: [t(`ownership:${news}.text`, said)],
      button: { label: t('ownership:button'), url: `${originFor(config, brand.domain)}/account` },
      footnote: t('ownership:footnote'),
    },
  })
}
