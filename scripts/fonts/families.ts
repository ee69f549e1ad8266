/** The font families of the product: the source of each and the parts that are included. */

/** `vietnamese` holds the dotted vowels and tone marks that Yoruba, Igbo and Edo write too. */
export type FontSubset = 'latin' | 'latin-ext' | 'vietnamese' | 'arabic' | 'ethiopic'

export interface FontFamily {
  /** As CSS names it. */
  name: string
  /** The folder of the published package, below `@fontsource-variable/`. */
  source: string
  /** Weights that the file includes. */
  weights: { min: number; max: number }
  /** The system font that is shown until the file has loaded. */
  fallback: 'sans' | 'serif'
  /** Published subsets to keep, each in its own file. */
  subsets: readonly FontSubset[]
}

const latin = ['latin', 'latin-ext', 'vietnamese'] as const
const body = { min: 400, max: 700 }
const heading = { min: 600, max: 800 }
/** One weight: the whole range of these two would pass 60 kB together with its body family. */
const boldHeading = { min: 700, max: 700 }

export const families: readonly FontFamily[] = [
  { name: 'Inter', source: 'inter', weights: body, fallback: 'sans', subsets: latin },
  {
    name: 'Source Sans 3',
    source: 'source-sans-3',
    weights: body,
    fallback: 'sans',
    subsets: latin,
  },
  { name: 'Noto Sans', source: 'noto-sans', weights: body, fallback: 'sans', subsets: latin },
  { name: 'Nunito Sans', source: 'nunito-sans', weights: body, fallback: 'sans', subsets: latin },
  {
    name: 'Source Serif 4',
    source: 'source-serif-4',
    weights: boldHeading,
    fallback: 'serif',
    subsets: latin,
  },
  {
    name: 'Plus Jakarta Sans',
    source: 'plus-jakarta-sans',
    weights: heading,
    fallback: 'sans',
    subsets: latin,
  },
  { name: 'Nunito', source: 'nunito', weights: heading, fallback: 'sans', subsets: latin },
  { name: 'EB Garamond', source: 'eb-garamond', weights: boldHeading, fallback: 'serif', subsets: latin },
  { name: 'Vazirmatn', source: 'vazirmatn', weights: body, fallback: 'sans', subsets: ['arabic'] },
  {
    name: 'Noto Sans Ethiopic',
    source: 'noto-sans-ethiopic',
    weights: body,
    fallback: 'sans',
    subsets: ['ethiopic'],
  },
]
