/**
 * Writes the web fonts of `src/ui/fonts` and the style sheet that declares them. Run it by hand (`npm run fonts`)
 * when a family changes; the results are committed, so that neither a start nor a build needs the source packages.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { families, type FontFamily, type FontSubset } from './families.ts'
import { fallbackFaces, fallbackWeights, sample, type FontMetrics } from './fallback-faces.ts'
import { charactersOf, unicodeRange } from './characters.ts'

const out = join(import.meta.dirname, '../../src/ui/fonts')
const packages = join(tmpdir(), 'lyceum-fonts')
const sourceVersion = '5.3'

type Subset = (
  font: Buffer,
  text: string,
  options: {
    targetFormat: 'woff2' | 'truetype'
    variationAxes: Record<string, number | { min: number; max: number; default: number }>
  },
) => Promise<Buffer>

/** Installs the source packages outside of the project and answers their `require`. */
function installSources() {
  mkdirSync(packages, { recursive: true })
  writeFileSync(join(packages, 'package.json'), '{"private":true}')
  const sources = families.map(({ source }) => `@fontsource-variable/${source}@^${sourceVersion}`)
  execFileSync(
    'npm',
    ['install', '--no-save', '--ignore-scripts', ...sources, 'subset-font@2', 'fontkit@2'],
    {
      cwd: packages,
      stdio: 'inherit',
    },
  )
  return createRequire(join(packages, 'package.json'))
}

const require = installSources()
const subsetFont = ((module) => module.default ?? module)(require('subset-font')) as Subset
const fontkit = require('fontkit') as { create(font: Buffer): FontMetrics }

const fileName = (family: FontFamily, subset: FontSubset) => `${family.source}-${subset}.woff2`
const sourceFolder = (family: FontFamily) =>
  join(packages, 'node_modules/@fontsource-variable', family.source)

/** The `@font-face` rule of one file, written to the same folder. */
async function buildFile(family: FontFamily, subset: FontSubset): Promise<string> {
  const folder = sourceFolder(family)
  const source = readFileSync(join(folder, 'files', `${family.source}-${subset}-wght-normal.woff2`))
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<FontSubset, string>
  const characters = charactersOf(subset, ranges[subset])
  const { min, max } = family.weights
  const font = await subsetFont(source, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: min === max ? min : { min, max, default: min } },
  })
  writeFileSync(join(out, fileName(family, subset)), font)
  return [
    '@font-face {',
    `  font-family: '${family.name}';`,
    '  font-style: normal;',
    `  font-weight: ${min === max ? min : `${min} ${max}`};`,
    '  font-display: optional;',
    `  src: url('./${fileName(family, subset)}') format('woff2');`,
    `  unicode-range: ${unicodeRange(characters)};`,
    '}',
  ].join('\n')
}

/** The metrics of a family's Latin letters at each weight that has a fallback. */
async function measure(family: FontFamily): Promise<Map<number, FontMetrics>> {
  const source = readFileSync(join(sourceFolder(family), 'files', `${family.source}-latin-wght-normal.woff2`))
  const entries = fallbackWeights(family).map(async (wght) => {
    const font = await subsetFont(source, sample, { targetFormat: 'truetype', variationAxes: { wght } })
    return [wght, fontkit.create(font)] as const
  })
  return new Map(await Promise.all(entries))
}

for (const file of readdirSync(out)) if (/\.(woff2|css|txt)$/.test(file)) rmSync(join(out, file))
const rules: string[] = []
for (const family of families) {
  for (const subset of family.subsets) rules.push(await buildFile(family, subset))
  copyFileSync(join(sourceFolder(family), 'LICENSE'), join(out, `${family.source}-license.txt`))
  if (family.subsets[0] !== 'latin') continue
  rules.push(...fallbackFaces(family, await measure(family)))
}
const note =
  '/* Written by `npm run fonts`: the families that schools choose from, and fallbacks of the same measures. */'
writeFileSync(join(out, 'fonts.css'), `${[note, ...rules].join('\n\n')}\n`)
