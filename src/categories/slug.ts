/** A name as an anchor: lower case, Latin letters without accents, every script's own letters, hyphens between. */
export function slugify(name: string): string {
  const plain = name
    .normalize('NFKD')
    // Accents of Latin letters only: in other scripts such marks are letters of their own.
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return plain || 'category'
}

/** The slug, with a number where others have it already. */
export function firstFreeSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = slugify(name)
  let free = slug
  for (let number = 2; taken.has(free); number++) free = `${slug}-${number}`
  return free
}
