/** Elements of HTML that both versions of the format allow. */
export const htmlNames: ReadonlySet<string> = new Set(
  (
    'a abbr b big blockquote br caption cite code col colgroup dd dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i img kbd li ' +
    'object ol p pre q samp small span strong sub sup table tbody td tfoot th thead tr tt ul var'
  ).split(' '),
)

export const blockNames: ReadonlySet<string> = new Set(
  'blockquote div dl h1 h2 h3 h4 h5 h6 hr ol p pre table ul'.split(' '),
)

/** Attributes of HTML that are carried over. */
export const htmlAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['alt', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
}

/** Class of a formula in LaTeX, for which the format has MathML only. */
export const formulaClass = 'math-formula'
