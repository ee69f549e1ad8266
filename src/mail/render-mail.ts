import { directionOf } from '#lib/languages/languages.ts'
import { escapeHtml } from '#platform/pages/escape-html.ts'
import { translator } from '#platform/pages/translate.ts'

/** Content of a mail. Every value is plain text and is escaped in HTML. */
export interface MailContent {
  subject: string
  heading: string
  paragraphs: string[]
  button?: { label: string; url: string }
  /** Several links, each with a note. */
  links?: { label: string; url: string; note: string }[]
  footnote?: string
}

/** Sender's brand. */
export interface MailBranding {
  name: string
  /** Display name of the sender. */
  sender: string
  /** Home page of the sender. */
  url: string
  /** Absolute address of the logo. */
  logo_url: string | null
  /** `#rrggbb`; an invalid value becomes a plain blue. */
  colour: string
  locale: string
}

export interface RenderedMail {
  subject: string
  html: string
  text: string
}

const plainColour = '#1d4ed8'
const maxSubjectLength = 200

/** Renders a mail as HTML and plain text. */
export function renderMail(content: MailContent, letterhead: MailBranding): RenderedMail {
  const t = translator(letterhead.locale)
  const words = {
    fallback: t('mail:button_fallback'),
    sent_by: t('mail:sent_by', { school: letterhead.name }),
  }
  return {
    subject: collapseWhitespace(content.subject).slice(0, maxSubjectLength),
    html: asHtml(content, letterhead, words),
    text: asText(content, letterhead, words),
  }
}

/** Removes line ends and control characters, which could start another header. */
export const collapseWhitespace = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** Only web addresses become links. */
const webAddress = (url: string) =>
  /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url).href : null

interface Words {
  fallback: string
  sent_by: string
}

function asText(
  { heading, paragraphs, links = [], button, footnote }: MailContent,
  { name, url }: MailBranding,
  words: Words,
) {
  const address = button && webAddress(button.url)
  return `${[
    heading,
    ...paragraphs,
    ...links.flatMap(({ label, note, url: to }) =>
      webAddress(to) ? [`${label} (${note}):\n${webAddress(to)}`] : [],
    ),
    ...(button && address ? [`${button.label}:\n${address}`] : []),
    ...(footnote ? [footnote] : []),
    `-- \n${words.sent_by}\n${name}\n${url}`,
  ].join('\n\n')}\n`
}

function asHtml(content: MailContent, letterhead: MailBranding, words: Words) {
  const { heading, paragraphs, links = [], button, footnote, subject } = content
  const colour = /^#[0-9a-f]{6}$/i.test(letterhead.colour) ? letterhead.colour : plainColour
  const address = button && webAddress(button.url)
  const { locale, name, url } = letterhead
  return `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${directionOf(locale)}">
${headHtml(subject)}
<body class="page" style="margin:0;padding:0;background:#f1f3f6">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? heading).slice(0, 200)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f1f3f6">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<tr><td dir="auto" style="padding:0 4px 16px">${masthead(letterhead)}</td></tr>
<tr><td class="card" style="background:#ffffff;border-radius:12px;border-top:4px solid ${colour};padding:32px">
<h1 dir="auto" class="strong" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#111827">${escapeHtml(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${links.map((link) => linkHtml(link)).join('\n')}
${button && address ? buttonHtml({ label: button.label, address, colour, fallback: words.fallback }) : ''}
${footnote ? `<p dir="auto" class="soft" style="margin:24px 0 0;font-size:13px;line-height:1.5;color:#5b6472">${lines(footnote)}</p>` : ''}
</td></tr>
<tr><td class="soft" dir="auto" style="padding:20px 4px;font-size:12px;line-height:1.5;color:#5b6472">${escapeHtml(words.sent_by)}<br><a class="soft" href="${escapeHtml(url)}" style="color:#5b6472">${escapeHtml(name)}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const headHtml = (subject: string) => `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(collapseWhitespace(subject))}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important; }
  .card { background: #1f2229 !important; }
  .strong { color: #f3f4f6 !important; }
  .soft { color: #b4bac6 !important; }
}
@media (max-width: 600px) { .card { padding: 24px 20px !important; } }
a { overflow-wrap: anywhere; }
</style>
</head>`

function masthead({ name, url, logo_url }: MailBranding) {
  const logo = logo_url && webAddress(logo_url)
  const ctx = logo
    ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="40" style="display:block;height:40px;max-width:220px;border:0">`
    : escapeHtml(name)
  return `<a class="strong" href="${escapeHtml(url)}" style="font-size:16px;font-weight:600;color:#111827;text-decoration:none">${ctx}</a>`
}

const lines = (text: string) => escapeHtml(text).replace(/\r?\n/g, '<br>')

const paragraph = (text: string) =>
  `<p dir="auto" class="strong" style="margin:0 0 14px;font-size:16px;line-height:1.6;color:#1f2937">${lines(text)}</p>`

function linkHtml({ label, url, note }: { label: string; url: string; note: string }) {
  const address = webAddress(url)
  if (!address) return ''
  const href = escapeHtml(address)
  return `<p dir="auto" class="strong" style="margin:0 0 14px;font-size:16px;line-height:1.6;color:#1f2937"><a class="strong" href="${href}" style="color:#111827;font-weight:600">${escapeHtml(label)}</a> (${escapeHtml(note)})<br><a class="soft" href="${href}" style="color:#5b6472;font-size:13px">${href}</a></p>`
}

interface Button {
  label: string
  address: string
  colour: string
  fallback: string
}

function buttonHtml({ label, address, colour, fallback }: Button) {
  const href = escapeHtml(address)
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr><td style="border-radius:8px;background:${colour}">
<a href="${href}" style="display:inline-block;padding:13px 26px;font-size:16px;font-weight:600;line-height:1.2;color:${inkOn(colour)};text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
<p class="soft" style="margin:0;font-size:13px;line-height:1.5;color:#5b6472">${escapeHtml(fallback)}<br><a class="soft" href="${href}" style="color:#5b6472">${href}</a></p>`
}

/** Black or white, whichever has more contrast on the colour (WCAG relative luminance). */
function inkOn(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}
