import { randomInt } from 'node:crypto'

/** Without the letters and digits that are mistaken for one another when read aloud or from paper. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** A code that people can read out: up to four letters of the name, then five at random. `PYTH-7K3QM` */
export function generateCourseCode(course_name: string, random: (below: number) => number = randomInt) {
  const mails = course_name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, 4)
  const tail = Array.from({ length: 5 }, () => alphabet[random(alphabet.length)]).join('')
  return `${mails || 'CRS'}-${tail}`
}
