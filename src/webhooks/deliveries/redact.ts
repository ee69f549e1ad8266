const maxCharacters = 2_000

/** The stored part of a response: its beginning as text, with secrets redacted. */
export function redactSecrets(answer: string) {
  return (
    answer
      .slice(0, maxCharacters * 2)
      // oxlint-disable-next-line no-control-regex -- a log shows no control characters, and Postgres cannot store NUL
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Surrogate}/gu, '')
      .replace(/\b(?:whsec|sch|sk|pk|ghp|xox[a-z])_[\w+/=-]{8,}/g, '…')
      .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 …')
      .replace(
        /("?(?:\w{0,20}(?:token|secret|password|authorization|api[_-]?key))"?\s*[:=]\s*)("[^"]*"?|[^\s,;&}]+)/gi,
        '$1…',
      )
      .slice(0, maxCharacters)
  )
}
