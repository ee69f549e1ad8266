import { expect, test } from 'vitest'
import { loginUrl, safeRedirect } from './redirect.ts'

test('follows a path of this origin with query and fragment', () => {
  for (const path of [
    '/dashboard',
    '/learn/7?topic=3&creator_preview=true',
    '/#coding',
    '/a%20b?q=%2F%2Fevil',
  ])
    expect(safeRedirect(path)).toBe(path)
})

test('refuses everything else', () => {
  const hostile = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /dashboard',
    '/dash board',
    'https://evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'dashboard',
    '/./\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/\u0000/evil',
    '/évil',
    `/${'a'.repeat(3_000)}`,
    '',
    null,
    undefined,
  ]
  for (const target of hostile) expect(safeRedirect(target, '/home'), String(target)).toBe('/home')
})

test('keeps encoding, so that a path cannot become another host', () => {
  expect(safeRedirect('/%2F%2Fevil.example')).toBe('/%2F%2Fevil.example')
  expect(safeRedirect('/%5Cevil.example')).toBe('/%5Cevil.example')
})

test('does not lead back to login', () => {
  for (const path of ['/login', '/login?redirect=%2Fdashboard', '/register', '/login/'])
    expect(safeRedirect(path, '/home')).toBe('/home')
})

test('returns a visitor to the requested path and query', () => {
  const address = loginUrl({ pathname: '/learn/7', search: '?topic=3' })
  expect(address).toBe('/login?redirect=%2Flearn%2F7%3Ftopic%3D3')
  expect(safeRedirect(new URL(address, 'http://x').searchParams.get('redirect'))).toBe('/learn/7?topic=3')
  expect(loginUrl({ pathname: '/', search: '' })).toBe('/login')
})
