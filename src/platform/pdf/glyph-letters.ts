/** The part of pdfkit's open font used here; its types omit it. */
interface OpenFont {
  /** The letters of each drawn glyph, for readers. */
  unicode: (readonly number[] | undefined)[]
  layout(text: string): { glyphs: readonly unknown[] }
}

const openFont = (pdf: PDFKit.PDFDocument) => (pdf as unknown as { _font: OpenFont })._font

/** Whether a text is drawn with more or fewer glyphs than it has characters. */
export function hasOtherGlyphs(pdf: PDFKit.PDFDocument, font: string, text: string): boolean {
  pdf.font(font)
  return openFont(pdf).layout(text).glyphs.length !== Array.from(text).length
}

const reversed = new WeakMap<OpenFont, number>()

/**
 * Right-to-left glyphs that stand for several letters list them from left to right in the current font: readers without actual text
 * turn a whole line round, the letters of a ligature included. Glyphs that were drawn before are left as they are.
 */
export function reverseLigatures(pdf: PDFKit.PDFDocument): void {
  const font = openFont(pdf)
  const { unicode } = font
  for (let glyph = reversed.get(font) ?? 0; glyph < unicode.length; glyph++) {
    const letters = unicode[glyph]
    if (letters && letters.length > 1 && isRightToLeft(letters)) unicode[glyph] = letters.toReversed()
  }
  reversed.set(font, unicode.length)
}

const isRightToLeft = (letters: readonly number[]) =>
  /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(String.fromCodePoint(...letters))
