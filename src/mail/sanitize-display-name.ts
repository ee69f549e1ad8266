import { collapseWhitespace } from './render-mail.ts'

const maxLength = 60

/**
 * A name that somebody chose, fit for mail to people who do not know the sender: one short line in which no mail program
 * finds a link or an address.
 */
export function sanitizeDisplayName(name: string): string {
  const text = collapseWhitespace(name.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/[a-z][a-z\d+.-]{0,20}:\/{0,2}(?=\S)/giu, ' ')
    .replace(/[/\\@]+/gu, ' ')
    // A full stop between letters or digits makes an address of a site.
    .replace(/(?<=[\p{L}\p{N}])[.。](?=[\p{L}\p{N}])/gu, '. ')
    .replace(/\s+/gu, ' ')
    .trim()
  const mails = Array.from(text)
  return mails.length <= maxLength
    ? text
    : `${mails
        .slice(0, maxLength - 1)
        .join('')
        .trim()}…`
}
