import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FrameProvider, useFlag } from './frame.tsx'
import type { PageFrame, PageHost } from './page-frame.ts'

const Shown = ({ name }: { name: string }) => <>{useFlag(name) ? 'on' : 'off'}</>

/** No more of a page's frame than a flag asks for. */
const shown = (host: object, name: string) =>
  renderToStaticMarkup(
    <FrameProvider frame={{ host: host as PageHost } as PageFrame} nonce="">
      <Shown name={name} />
    </FrameProvider>,
  )

test('a screen knows the flags of its school, and the platform’s own pages none', () => {
  const school = { kind: 'school', school: { flags: ['new_player'] } }
  expect(shown(school, 'new_player')).toBe('on')
  expect(shown(school, 'new')).toBe('off')
  expect(shown({ kind: 'root' }, 'new_player')).toBe('off')
})
