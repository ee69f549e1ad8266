import { fileURLToPath } from 'node:url'
import type { TextRun } from './text-run.ts'

export type FontStyle = 'regular' | 'bold' | 'italic' | 'boldItalic'

interface Family {
  name: string
  /** File of a font style within the package. */
  fileOf: (face: FontStyle) => string
  /** Characters for which the font is considered; a font is only read if a document contains one of them. */
  codePoints?: RegExp
}

const folder =
  (name: string, file: string, cuts: Partial<Record<FontStyle, string>>) => (face: FontStyle) => {
    const chunk = cuts[face] ?? cuts.bold ?? '400Regular'
    return `${name}/${chunk}/${file}_${chunk}.ttf`
  }

const plain = { regular: '400Regular', italic: '400Regular' }
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u

/** The bundled fonts in order of priority. */
const families: Family[] = [
  {
    name: 'sans',
    fileOf: folder('noto-sans', 'NotoSans', {
      regular: '400Regular',
      bold: '700Bold',
      italic: '400Regular_Italic',
      boldItalic: '700Bold_Italic',
    }),
  },
  {
    name: 'arabic',
    fileOf: folder('vazirmatn', 'Vazirmatn', { ...plain, bold: '700Bold' }),
    codePoints: /[\p{Script=Arabic}\p{Script=Inherited}\p{Script=Common}]/u,
  },
  {
    name: 'ethiopic',
    fileOf: folder('noto-sans-ethiopic', 'NotoSansEthiopic', { ...plain, bold: '700Bold' }),
    codePoints: /\p{Script=Ethiopic}/u,
  },
  {
    name: 'korean',
    fileOf: folder('gowun-dodum', 'GowunDodum', plain),
    codePoints: /\p{Script=Hangul}/u,
  },
  // Each has characters that the other lacks; the document decides which comes first.
  { name: 'chinese', fileOf: folder('zcool-xiaowei', 'ZCOOLXiaoWei', plain), codePoints: han },
  { name: 'japanese', fileOf: () => 'kosugi/Kosugi_400Regular.ttf', codePoints: han },
]

const faces: FontStyle[] = ['regular', 'bold', 'italic', 'boldItalic']

/** The style of a font for a run of text. */
export const fontStyleOf = ({ bold, italic }: Pick<TextRun, 'bold' | 'italic'>): FontStyle =>
  bold ? (italic ? 'boldItalic' : 'bold') : italic ? 'italic' : 'regular'

interface FontSource {
  hasGlyphForCodePoint(code: number): boolean
}

/** The part of pdfkit used here: its types omit the open font. */
interface FontBook {
  registerFont(name: string, file: string): unknown
  font(name: string): unknown
}

const fontPath = (file: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${file}`))

/** Registers all fonts without reading them; returns a function that selects the font of a character. */
export function loadFonts(book: FontBook, { isJapanese }: { isJapanese: boolean }) {
  const order = isJapanese ? families.toReversed() : families
  for (const { name, fileOf } of families)
    for (const face of faces) book.registerFont(`${name} ${face}`, fontPath(fileOf(face)))
  const sources = new Map<string, FontSource>()
  const familyByCode = new Map<number, string>()

  function sourceOf(name: string) {
    const source = sources.get(name)
    if (source) return source
    book.font(`${name} regular`)
    const { font } = (book as unknown as { _font: { font: FontSource } })._font
    sources.set(name, font)
    return font
  }

  /** The first family with a glyph for the character; else the first family, which draws a box. */
  return function familyOf(character: string): string {
    const code = character.codePointAt(0)!
    let family = familyByCode.get(code)
    if (!family) {
      const requested = order.filter(({ codePoints: characters }) => characters?.test(character))
      const found = [families[0]!, ...requested].find(({ name }) => sourceOf(name).hasGlyphForCodePoint(code))
      family = (found ?? families[0]!).name
      familyByCode.set(code, family)
    }
    return family
  }
}
