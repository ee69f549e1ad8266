import { fileURLToPath } from 'node:url'
import type { Run } from '../rich-blocks.ts'

/** Faces of the fonts that ship with the product, from the first that knows a letter to the last. */
const families = [
  {
    name: 'sans',
    folder: 'noto-sans',
    file: 'NotoSans',
    faces: {
      regular: '400Regular',
      bold: '700Bold',
      italic: '400Regular_Italic',
      boldItalic: '700Bold_Italic',
    },
  },
  {
    name: 'arabic',
    folder: 'vazirmatn',
    file: 'Vazirmatn',
    faces: { regular: '400Regular', bold: '700Bold', italic: '400Regular', boldItalic: '700Bold' },
  },
] as const

export type Face = keyof (typeof families)[number]['faces']

export const faceOf = ({ bold, italic }: Pick<Run, 'bold' | 'italic'>): Face =>
  bold ? (italic ? 'boldItalic' : 'bold') : italic ? 'italic' : 'regular'

interface FontSource {
  hasGlyphForCodePoint(code: number): boolean
}

/** What of pdfkit is used here: its types do not tell of the font that is open. */
interface FontBook {
  registerFont(name: string, file: string): unknown
  font(name: string): unknown
}

const placeOf = (folder: string, file: string, face: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/${folder}/${face}/${file}_${face}.ttf`))

/** Registers all faces; answers by which font a character is to be written. */
export function openFonts(book: FontBook) {
  const sources = families.map(({ name, folder, file, faces }) => {
    for (const [face, cut] of Object.entries(faces))
      book.registerFont(`${name} ${face}`, placeOf(folder, file, cut))
    book.font(`${name} regular`)
    const { font } = (book as unknown as { _font: { font: FontSource } })._font
    return { name, font }
  })
  const known = new Map<number, string>()

  /** The first family that knows the letter; for one that nobody knows, the first, which draws a box. */
  return function familyOf(character: string): string {
    const code = character.codePointAt(0)!
    let family = known.get(code)
    if (!family) {
      family = (sources.find(({ font }) => font.hasGlyphForCodePoint(code)) ?? sources[0]!).name
      known.set(code, family)
    }
    return family
  }
}
