/** Languages of the interface. */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]
export type Scheme = 'light' | 'dark' | 'auto'
