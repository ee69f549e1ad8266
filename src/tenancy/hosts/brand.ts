import { defaultPalette, defaultThemeCss, type Palette } from '#lib/theme/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.server.ts'

/** Under whose name a host speaks: the platform's own, or a reseller's. */
export interface Brand {
  /** Null for the platform itself. */
  reseller_id: string | null
  /** What accounts and schools are filed under: the reseller's root domain; empty for the platform itself. */
  key: string
  name: string
  /** The root host, below which its schools have their addresses; ours while a reseller's own does not answer. */
  domain: string
  /** A path on every host of the brand. */
  logo_url: string | null
  theme: Palette
  theme_css: string
  /** Null where MAIL_FROM serves. */
  sender: { name: string; address: string } | null
  support_email: string
  terms_url: string | null
  privacy_url: string | null
  /** Whether strangers may open a school at its root. */
  opens_schools: boolean
}

/** The product's name wherever no reseller's takes its place. */
export const productName = 'Lyceum'

export const platformBrand = ({
  rootDomain,
  contactEmail,
  termsUrl,
  privacyUrl,
}: Pick<Config, 'rootDomain' | 'contactEmail' | 'termsUrl' | 'privacyUrl'>): Brand => ({
  reseller_id: null,
  key: '',
  name: productName,
  domain: rootDomain,
  logo_url: null,
  theme: defaultPalette,
  theme_css: defaultThemeCss,
  sender: null,
  support_email: contactEmail,
  terms_url: termsUrl,
  privacy_url: privacyUrl,
  opens_schools: true,
})

/** Every reseller's brand by its key. They are few, and every process knows them all: a host costs no query. */
export async function loadBrands(config: Config, db: Database): Promise<ReadonlyMap<string, Brand>> {
  const rows = await db
    .selectFrom('resellers')
    .select(['id', 'name', 'root_domain', 'logo_hash', 'theme', 'theme_css', 'is_serving', 'state'])
    .select(['mail_sender_name', 'mail_sender_address', 'is_mail_verified'])
    .select(['support_email', 'terms_url', 'privacy_url'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.root_domain,
      {
        reseller_id: row.id,
        key: row.root_domain,
        name: row.name,
        domain: row.is_serving ? row.root_domain : config.rootDomain,
        logo_url: row.logo_hash && `${logoPathPrefix}${row.logo_hash}.webp`,
        // Checked when it was written; jsonb has no type of its own.
        theme: row.theme as unknown as Palette,
        theme_css: row.theme_css,
        sender: senderOf(row),
        support_email: row.support_email,
        terms_url: row.terms_url,
        privacy_url: row.privacy_url,
        opens_schools: row.state === 'active',
      },
    ]),
  )
}

interface SenderRow {
  root_domain: string
  is_serving: boolean
  mail_sender_name: string
  mail_sender_address: string
  is_mail_verified: boolean
}

/** Nobody sends in the name of a domain that is not proven: then the root speaks, whose owner proved it. */
function senderOf({ mail_sender_name: name, mail_sender_address, ...row }: SenderRow) {
  if (row.is_mail_verified) return { name, address: mail_sender_address }
  return row.is_serving ? { name, address: `no-reply@${row.root_domain}` } : null
}

export const logoPathPrefix = '/brand/'
