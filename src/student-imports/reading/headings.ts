export const columnFields = [
  'email',
  'name',
  'firstName',
  'lastName',
  'user_code',
  'faculty',
  'role',
  /** Column of the export of invalid lines. */
  'problem',
  /** Recognised, but never read. */
  'password',
] as const
export type ColumnField = (typeof columnFields)[number]

export interface Column {
  heading: string
  field: ColumnField | null
}

/** Common names of these columns in English and French, without accents, capitals and punctuation. */
const words: Record<ColumnField, string> = {
  email:
    'email emailaddress emailid mail mailaddress studentemail useremail contactemail adresseemail adressemail adressedemail adresseelectronique courriel courrier',
  name: 'name fullname studentname student displayname completename names nom nomcomplet nometprenom nometprenoms nomprenom prenometnom prenomnom etudiant etudiante eleve apprenant',
  firstName: 'firstname first givenname givennames forename forenames othernames prenom prenoms',
  lastName: 'lastname last surname familyname secondname nomdefamille nomfamille nomdusage',
  user_code:
    'code usercode studentcode studentid studentno studentnumber id userid externalid idnumber matric matricno matricnumber matriculation matriculationno matriculationnumber registrationno registrationnumber regno regnumber indexnumber admissionno admissionnumber codeetudiant codeutilisateur codeeleve numeroetudiant numerodetudiant netudiant noetudiant nodetudiant numeroeleve numeromatricule matricule identifiant',
  faculty: 'faculty faculties facultyname facultyofstudent faculte facultes nomdelafaculte',
  role: 'role usertype type',
  problem: 'problem problems error probleme problemes erreur',
  password: 'password passwords pass passcode pwd passwort motdepasse mdp',
}

const fieldOf = new Map(
  Object.entries(words).flatMap(([field, list]) =>
    list.split(' ').map((word) => [word, field as ColumnField]),
  ),
)

/** Letters and digits only, without accents, in lower case. */
export const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Recognises the headings. Of two equal columns the first counts. */
export function parseHeadings(cells: readonly string[]): Column[] {
  const taken = new Set<ColumnField>()
  const columns = cells.map((cell): Column => {
    const heading = cell.replace(/\s+/g, ' ').slice(0, 80)
    const field = fieldOf.get(foldText(cell)) ?? null
    if (!field || taken.has(field)) return { heading, field: field === 'password' ? field : null }
    taken.add(field)
    return { heading, field }
  })
  return withSurname(columns, taken)
}

/** Beside a first name, "Name" and "Nom" are the surname. */
function withSurname(columns: Column[], taken: ReadonlySet<ColumnField>) {
  if (!taken.has('firstName') || taken.has('lastName')) return columns
  const isHalf = ({ heading, field }: Column) =>
    field === 'name' && ['name', 'names', 'nom'].includes(foldText(heading))
  return columns.map((column) => (isHalf(column) ? { ...column, field: 'lastName' as const } : column))
}

/**
 * Columns of a file without headings: the first cell with an e-mail address, and the first other cell as name;
 * null if there is none.
 */
export function guessColumns(cells: readonly string[]): Column[] | null {
  const address = cells.findIndex((cell) => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(cell))
  if (address < 0) return null
  const name = cells.findIndex((cell, at) => at !== address && /\p{L}/u.test(cell))
  return cells.map((_cell, at) => ({
    heading: '',
    field: at === address ? 'email' : at === name ? 'name' : null,
  }))
}
