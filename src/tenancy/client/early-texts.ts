/**
 * Texts that a page needs where no further file may be loaded, in the language of the page. They are part of its
 * document: in a script they would be there in every language.
 */
export interface EarlyTexts {
  error_page: Record<'title' | 'text' | 'retry' | 'home', string>
  switch: Record<'title' | 'running' | 'visitor' | 'stay' | 'refuse' | 'switch', string>
}

/** Id of the element with the frame of the page as JSON. */
export const frameElement = 'page-frame'

/** The texts of the document; also before the app has read its frame. */
export const earlyTexts = () =>
  (JSON.parse(document.getElementById(frameElement)!.textContent) as { early_texts: EarlyTexts }).early_texts

/** Returns `t('error-page:title')` of the document. */
export function errorPageTexts() {
  const texts = earlyTexts().error_page
  return (key: `error-page:${keyof EarlyTexts['error_page']}`) =>
    texts[key.slice('error-page:'.length) as keyof typeof texts]
}
