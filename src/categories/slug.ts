/**
 * Returns the anchor of a name: lower case, Latin letters without accents, letters of other scripts unchanged,
 * joined by hyphens.
 */
export function slugify(name: string): string {
  const plain = name
    .normalize('NFKD')
    // Accents of Latin letters only: in other scripts such marks are letters.
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return plain || 'category'
}

/** Returns the slug, with a number if it is taken. */
export function firstFreeSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = slugify(name)
  let free = slug
  for (let number = 2; taken.has(free); number++) free = `${slug}-${number}`
  return free
}
