type PluralEnding = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

/** A key, and for a plural form (`students_one`) also the key without its suffix (`students`). */
type WithPlural<Key extends string> = Key extends `${infer Plural}_${PluralEnding}` ? Plural | Key : Key

/** Dotted keys of nested texts: `{ list: { title: string } }` has the key `list.title`. */
export type TextKey<Texts, Prefix extends string = ''> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? WithPlural<`${Prefix}${Name}`>
    : TextKey<Texts[Name], `${Prefix}${Name}.`>
}[keyof Texts & string]

/** Translates the keys `Key`, with the values that the text names. */
export type Translate<Key extends string> = (key: Key, values?: Record<string, unknown>) => string
