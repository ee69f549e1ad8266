import core from 'highlight.js/lib/core'
import javascript from 'highlight.js/lib/languages/javascript'

core.registerLanguage('javascript', javascript)

/** Returns HTML of JavaScript with coloured parts; every other character is escaped. */
export const highlightJavascript = (code: string) => core.highlight(code, { language: 'javascript' }).value
