import type { i18n } from 'i18next'
import { useTranslation as useI18next } from 'react-i18next'
import type { TextKey, Translate } from '#lib/text-keys.ts'

/** English texts of the screens by namespace. `texts.d.ts` declares one property for each file. */
export interface ScreenTexts {}

export type Namespace = keyof ScreenTexts

type Keys = { [Name in Namespace]: TextKey<ScreenTexts[Name]> }

type QualifiedKeys = { [Name in Namespace]: `${Name}:${Keys[Name]}` }

/** Keys that the `t` of `useTranslation([First, ...Others])` accepts. Keys of the other namespaces name theirs: `kit:nav.home`. */
export type ScreenTextKey<First extends Namespace = 'ui', Others extends Namespace = First> =
  | Keys[First]
  | QualifiedKeys[First | Others]

/** The `t` of `useTranslation([First, ...Others])`, as a parameter of other functions. */
export type ScreenTranslate<First extends Namespace = 'ui', Others extends Namespace = First> = Translate<
  ScreenTextKey<First, Others>
>

interface Translation<First extends Namespace, Others extends Namespace = First> {
  t: ScreenTranslate<First, Others>
  i18n: i18n
}

/**
 * Loads the namespaces and returns `t`, which accepts only their keys. The types of i18next for the same
 * check cost a quarter more time of the compiler (decision 0051).
 */
export function useTranslation(): Translation<'ui'>
export function useTranslation<First extends Namespace>(namespace: First): Translation<First>
export function useTranslation<const First extends Namespace, const Others extends Namespace>(
  namespaces: [First, ...Others[]],
): Translation<First, Others>
export function useTranslation(namespaces?: Namespace | Namespace[]): Translation<Namespace> {
  // Without types of its own, the library's `t` takes any key. It is not wrapped, as its identity must not change.
  return useI18next(namespaces) as unknown as Translation<Namespace>
}

/** Whether the screens have a text for `key`, which contains a value from the server. */
export function hasText<Name extends Namespace>(i18n: i18n, namespace: Name, key: string): key is Keys[Name] {
  return i18n.exists(key, { ns: namespace })
}
