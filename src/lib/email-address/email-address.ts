/**
 * Returns the form in which an e-mail address is stored, counted and compared: trimmed, in lower case and in NFC,
 * because an accented letter can be one code point or two.
 */
export const normalizeEmail = (text: string) => text.normalize('NFC').trim().toLowerCase().normalize('NFC')
