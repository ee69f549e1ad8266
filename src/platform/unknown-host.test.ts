import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Config } from './config.ts'
import { unknownHostPage } from './unknown-host.ts'

const config = { rootDomain: 'lyceum.example', publicProtocol: 'https', publicPort: null } as Config

test('a strange host is told where schools are found, in the visitor’s language', () => {
  const english = unknownHostPage(config, 'en-GB,en;q=0.9')
  expect(english.html).toContain('There is no school at this address')
  expect(english.html).toContain('href="https://lyceum.example/find-school"')
  expect(unknownHostPage(config, 'fr-FR').html).toContain('<html lang="fr"')
})

test('its policy allows its own style and nothing else', () => {
  const { html, headers } = unknownHostPage(config, '')
  const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
  expect(html).not.toContain('<script')
})
