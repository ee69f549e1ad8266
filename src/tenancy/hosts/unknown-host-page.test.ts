import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { platformBrand, type Brand } from './brand.ts'
import type { Config } from '#platform/config/config.ts'
import { renderUnknownHostPage } from './unknown-host-page.ts'

const config = { rootDomain: 'lyceum.example', publicProtocol: 'https', publicPort: null } as Config
const brand = platformBrand(config)
const page = (brand: Brand | null, acceptedLanguages = '', isGone = false) =>
  renderUnknownHostPage(config, { brand, acceptedLanguages, isGone })

test('tells visitors of an unknown host where to find schools, in their language', () => {
  const english = page(brand, 'en-GB,en;q=0.9')
  expect(english.html).toContain('No school at this address')
  expect(english.html).toContain('href="https://lyceum.example/find-school"')
  expect(page(brand, 'fr-FR').html).toContain('<html lang="fr"')
})

test('reports the address of an erased school as closed', () => {
  expect(page(brand, 'en', true).html).toContain('This school is closed')
  expect(page(brand, 'fr', true).html).toContain('Cette école est fermée')
})

test('has the reseller’s brand below its root, and no brand elsewhere', () => {
  const reseller = page({ ...brand, key: 'academy.example', domain: 'academy.example', name: 'A&B Academy' })
  expect(reseller.html).toContain('<b>A&#38;B Academy</b>')
  expect(reseller.html).toContain('href="https://academy.example/find-school"')
  for (const { html } of [reseller, page(null)]) expect(html).not.toMatch(/lyceum/i)
  expect(page(null).html).not.toContain('<a')
})

test('allows only its own style', () => {
  const { html, headers } = page(brand)
  const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
  expect(html).not.toContain('<script')
})
