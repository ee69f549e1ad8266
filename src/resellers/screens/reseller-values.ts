import { checkPalette, defaultPalette, isPalette, type Palette } from '#lib/theme/index.ts'
import { allRules, email, required } from '#ui/form/rules.ts'
import type { Reseller } from './reseller.tsx'

export interface ResellerValues extends Record<string, unknown> {
  name: string
  root_domain: string
  /** A base64 image. */
  logo: string | null
  theme: Palette
  mail_sender_name: string
  mail_sender_address: string
  support_email: string
  terms_url: string
  privacy_url: string
  /** Per cent; null while the field is empty. */
  share: number | null
}

export const initialValues = (reseller: Reseller | null): ResellerValues => ({
  name: reseller?.name ?? '',
  root_domain: reseller?.root_domain ?? '',
  logo: reseller?.logo ?? null,
  theme: reseller?.theme ?? defaultPalette,
  mail_sender_name: reseller?.mail_sender_name ?? '',
  mail_sender_address: reseller?.mail_sender_address ?? '',
  support_email: reseller?.support_email ?? '',
  terms_url: reseller?.terms_url ?? '',
  privacy_url: reseller?.privacy_url ?? '',
  share: (reseller?.share_basis_points ?? 0) / 100,
})

export const resellerRules = {
  name: required(),
  root_domain: required(),
  mail_sender_name: required(),
  mail_sender_address: allRules(required(), email()),
  support_email: email(),
}

export const isReadableTheme = (theme: Palette) => isPalette(theme) && checkPalette(theme).ok

/** The request body: `#fff` as `#ffffff`, empty links as null, and the logo only if changed. */
export function valuesToInput(values: ResellerValues, stored: Reseller | null) {
  const { logo, theme, terms_url, privacy_url, share, ...plain } = values
  const check = checkPalette(theme)
  return {
    ...plain,
    theme: check.ok ? check.palette : theme,
    terms_url: terms_url.trim() || null,
    privacy_url: privacy_url.trim() || null,
    support_email: values.support_email.trim(),
    share_basis_points: Math.round((share ?? 0) * 100),
    ...(logo !== (stored?.logo ?? null) && { logo }),
  }
}
