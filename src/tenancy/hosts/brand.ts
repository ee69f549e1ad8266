import { defaultPalette, defaultThemeCss, type Palette } from '#lib/theme/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.server.ts'

/** The brand of a host: the platform's, or a reseller's. */
export interface Brand {
  /** Null for the platform itself. */
  reseller_id: string | null
  /** Key of accounts and schools: the reseller's root domain; empty for the platform. */
  key: string
  name: string
  /** Root host of the schools' addresses; ours while the reseller's is not active. */
  domain: string
  /** Path on every host of the brand. */
  logo_url: string | null
  theme: Palette
  theme_css: string
  /** Null: MAIL_FROM is used. */
  sender: { name: string; address: string } | null
  support_email: string
  terms_url: string | null
  privacy_url: string | null
  /** Whether visitors may create schools at its root. */
  allows_school_creation: boolean
  /** The reseller's part of the platform's share of sales, in hundredths of a per cent. */
  share_basis_points: number
}

/** The product's name, unless a reseller's replaces it. */
export const productName = 'Lyceum'

/** Brand of the platform's own root domain. */
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
  allows_school_creation: true,
  share_basis_points: 0,
})

/** Loads all brands by key. They are few and cached, so a host costs no query. */
export async function loadBrands(config: Config, db: Database): Promise<ReadonlyMap<string, Brand>> {
  const rows = await db
    .selectFrom('resellers')
    .select(['id', 'name', 'root_domain', 'logo_hash', 'theme', 'theme_css', 'is_serving', 'state'])
    .select(['mail_sender_name', 'mail_sender_address', 'is_mail_verified'])
    .select(['support_email', 'terms_url', 'privacy_url', 'share_basis_points'])
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
        // Validated when written; jsonb columns have no type.
        theme: row.theme as unknown as Palette,
        theme_css: row.theme_css,
        sender: senderOf(row),
        support_email: row.support_email,
        terms_url: row.terms_url,
        privacy_url: row.privacy_url,
        allows_school_creation: row.state === 'active',
        share_basis_points: row.share_basis_points,
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

/** Sender of the brand: an unverified domain is not used; then the verified root domain is. */
function senderOf({ mail_sender_name: name, mail_sender_address, ...row }: SenderRow) {
  if (row.is_mail_verified) return { name, address: mail_sender_address }
  return row.is_serving ? { name, address: `no-reply@${row.root_domain}` } : null
}

export const logoPathPrefix = '/brand/'
