/** E-mail addresses in a pasted text, each once, and what looks like none. Names around addresses are ignored. */
export function readAddresses(text: string): { emails: string[]; invalid: string[] } {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  const emails = new Set<string>()
  const invalid: string[] = []
  for (const part of parts) {
    const address = part
      .replace(/^[<("']/, '')
      .replace(/[>)"'.]$/, '')
      .toLowerCase()
    if (/^[^\s@]+@[^\s@]+$/.test(address) && address.length <= 254) emails.add(address)
    // Words of a name beside an address in angle brackets.
    else if (!text.includes('<')) invalid.push(part)
  }
  return { emails: [...emails], invalid }
}
