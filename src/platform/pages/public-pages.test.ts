import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { matchPublicPage, listPublicPages } from './public-pages.ts'

const still = { handle: { scripts: false } }

/** A build with a public frame around two pages, and a private page beside it. */
const build = {
  routes: {
    root: { id: 'root', path: '', module: {} },
    frame: { id: 'frame', parentId: 'root', module: still },
    home: {
      id: 'home',
      parentId: 'frame',
      index: true,
      module: { handle: { query: ['selected_course_id', 'q'] } },
    },
    article: { id: 'article', parentId: 'frame', path: 'articles/:slug', module: {} },
    manage: { id: 'manage', parentId: 'root', path: 'manage', module: {} },
  },
} as unknown as ServerBuild
const pages = listPublicPages(build)

test('lists only pages without the app', () => {
  expect(matchPublicPage(pages, '/')).toEqual({ path: '/', search: '' })
  expect(matchPublicPage(pages, '/articles/how-to-begin')).toEqual({
    path: '/articles/how-to-begin',
    search: '',
  })
  for (const other of ['/manage', '/articles', '/articles/a/b', '/no/such/page', '//'])
    expect(matchPublicPage(pages, other)).toBeNull()
})

test('passes declared parameters to a page in fixed order, and no others', () => {
  expect(matchPublicPage(pages, '/?q=law&selected_course_id=7')?.search).toBe('?selected_course_id=7&q=law')
  expect(matchPublicPage(pages, '/?user_token=secret&utm_source=x&q=')?.search).toBe('')
  expect(matchPublicPage(pages, '/?q=a%26b')?.search).toBe('?q=a%26b')
})
