import { createHash } from 'node:crypto'
import { directionOf, type Language } from '#lib/languages/languages.ts'
import { escapeHtml } from '#platform/pages/escape-html.ts'
import { translator } from '#platform/pages/translate.ts'
import type { CertificateState } from '../policy.ts'
import type { PublicCertificate } from './find-public-certificate.ts'
import { verifyPageStyle } from './verify-page-style.ts'

/** What the page says besides a certificate: there is none, its person was erased, or too many were tried. */
type Result = CertificateState | 'unknown' | 'erased' | 'limited'

interface VerifyPage {
  language: Language
  time_zone: string
  theme_css: string
  result: Result
  /** The certificate that the page shows; of a replaced one its newest successor. */
  certificate: PublicCertificate | null
}

const status: Record<Result, number> = {
  issued: 200,
  expired: 200,
  revoked: 200,
  superseded: 200,
  unknown: 404,
  erased: 410,
  limited: 429,
}

const check = '<circle cx="12" cy="12" r="9"/><path d="m8.5 12.5 2.5 2.5 5-5.5"/>'
const cross = '<circle cx="12" cy="12" r="9"/><path d="m9 9 6 6m0-6-6 6"/>'
const warning = '<path d="M12 3.5 2.5 20h19zM12 10v4m0 3v.01"/>'
const icons: Record<Result, string> = {
  issued: check,
  expired: warning,
  revoked: cross,
  superseded: warning,
  unknown: cross,
  erased: cross,
  limited: warning,
}

const icon = (result: Result) =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${icons[result]}</svg>`

/** Renders the public page of a certificate, which works without scripts. All values are escaped. */
export function renderVerifyPage(page: VerifyPage) {
  const { language, theme_css, result, certificate } = page
  const t = translator(language)
  const style = `${theme_css}${verifyPageStyle}`
  const hash = createHash('sha256').update(style).digest('base64')
  const title = t(`certificates:verify.${result}.title`)
  const school = certificate ? `<p class="school">${escapeHtml(certificate.school_name)}</p>` : ''
  const head = `<div class="state" data-state="${result}">${icon(result)}<div><h1>${escapeHtml(title)}</h1><p>${escapeHtml(t(`certificates:verify.${result}.text`))}</p></div></div>`
  const body = certificate ? bodyOf(page, certificate) : ''
  const foot = certificate ? `<footer>${escapeHtml(certificate.verify_url)}</footer>` : ''
  return {
    status: status[result],
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; img-src 'self'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      // A certificate may be revoked at any time.
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
    html: `<!doctype html><html lang="${language}" dir="${directionOf(language)}" data-scheme="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${school}<div class="card">${head}${body}</div>${foot}</main></body></html>\n`,
  }
}

function bodyOf({ language, time_zone }: VerifyPage, certificate: PublicCertificate) {
  const t = translator(language)
  const { student_name, course_name, school_name, number, issued_at, expires_at, ended_at } = certificate
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: time_zone })
  const label = (name: 'student' | 'school' | 'date' | 'expiry' | 'ended' | 'number') =>
    t(`certificates:verify.${name}`)
  const facts: [label: string, value: string][] = [
    [label('student'), student_name ?? t('certificates:verify.hidden')],
    [label('school'), school_name],
    [label('date'), day.format(issued_at)],
    ...(expires_at ? ([[label('expiry'), day.format(expires_at)]] as [string, string][]) : []),
    ...(ended_at ? ([[label('ended'), day.format(ended_at)]] as [string, string][]) : []),
    [label('number'), number],
  ]
  const list = facts
    .map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd dir="auto">${escapeHtml(value)}</dd></div>`)
    .join('')
  const details = `<div><h2 dir="auto">${escapeHtml(course_name)}</h2><dl>${list}</dl>${download(certificate, t('certificates:verify.download'))}</div>`
  const image = certificate.certificate_image
    ? `<img src="${escapeHtml(certificate.certificate_image)}" alt="${escapeHtml(t('certificates:verify.image'))}">`
    : ''
  return `<div class="body${image ? ' drawn' : ''}">${details}${image}</div>`
}

const download = ({ certificate_pdf }: PublicCertificate, label: string) =>
  certificate_pdf
    ? `<p class="actions"><a class="button" href="${escapeHtml(certificate_pdf)}">${escapeHtml(label)}</a></p>`
    : ''
