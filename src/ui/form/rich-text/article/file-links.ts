const privateAddress = /^\/media\/private\/([0-9a-f-]{36})(?:$|[/?])/

/** Links of files by address, which the server signed for this person. The stored text has the address only. */
const links = new Map<string, string>()

/** Address of a private file without its signature; null for other addresses. Remembers the signed link. */
export function fileAddress(link: string | null): string | null {
  const id = privateAddress.exec(link ?? '')?.[1]
  if (!id) return null
  const address = `/media/private/${id}`
  if (link !== address) links.set(address, link!)
  return address
}

/** Link that the browser can load. */
export const linkOf = (address: string) => links.get(address) ?? address
