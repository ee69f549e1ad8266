import { randomInt } from 'node:crypto'

/** Without characters that are easily confused when read aloud or on paper. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Generates a readable code: up to four letters of the name, then five random characters. `PYTH-7K3QM` */
export function generateCourseCode(course_name: string, random: (below: number) => number = randomInt) {
  const mails = course_name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, 4)
  const tail = Array.from({ length: 5 }, () => alphabet[random(alphabet.length)]).join('')
  return `${mails || 'CRS'}-${tail}`
}
