import { expect, test } from 'vitest'
import { deferScripts } from './defer-scripts.ts'

const page = (script: string) =>
  `<head><link rel="modulepreload" href="/a.js" nonce="n"/><link rel="stylesheet" href="/a.css"/></head>` +
  `<body><script nonce="n">one()</script>${script}</body>`

test('defers modules and keeps style sheets and inline scripts', () => {
  expect(deferScripts(page('<script nonce="n" type="module" async="">import "/a.js"</script>'))).toBe(
    `<head><link rel="held-modulepreload" href="/a.js" nonce="n"/><link rel="stylesheet" href="/a.css"/></head>` +
      `<body><script nonce="n">one()</script><script nonce="n" type="held-module">import "/a.js"</script></body>`,
  )
})

test('leaves a page unchanged if its module script is not recognised', () => {
  const other = page('<script type="module" src="/a.js"></script>')
  expect(deferScripts(other)).toBe(other)
})
