const maxCharacters = 300

/** The text of a provider's refusal for the log: shortened, without keys, tokens, addresses and long numbers. */
export function redactProviderText(text: string, secrets: readonly string[] = []): string {
  let redacted = text.slice(0, 4 * maxCharacters)
  for (const secret of secrets) if (secret) redacted = redacted.replaceAll(secret, '…')
  return (
    redacted
      // oxlint-disable-next-line no-control-regex -- a log line shows no control characters
      .replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
      .replace(/[^\s"'<>]{1,64}@[^\s"'<>]{1,200}/g, '…')
      .replace(/\b(?:sk|rk|pk|whsec|AUTH|flw-t1nf|FLWSECK|FLWPUBK)[_-][\w*.-]{1,200}/gi, '…')
      .replace(/\d{8,40}/g, '…')
      .slice(0, maxCharacters)
  )
}
