/**
 * How an e-mail address is stored, counted and compared: without spaces around it, in lower case and in one Unicode
 * form (NFC), since an accented letter can be typed as one code point or as two.
 */
export const normalizeEmail = (text: string) => text.normalize('NFC').trim().toLowerCase().normalize('NFC')
