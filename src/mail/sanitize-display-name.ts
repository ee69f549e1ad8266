import { collapseWhitespace } from './render-mail.ts'

const maxLength = 60

/**
 * Sanitises a chosen name for mail to people who do not know the sender: one short line in which no mail program
 * detects a link or address.
 */
export function sanitizeDisplayName(name: string): string {
  const text = collapseWhitespace(name.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/[a-z][a-z\d+.-]{0,20}:\/{0,2}(?=\S)/giu, ' ')
    .replace(/[/\\@]+/gu, ' ')
    // A full stop between letters or digits would be detected as a domain.
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
