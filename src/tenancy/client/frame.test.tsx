import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FrameProvider, useFlag } from './frame.tsx'
import type { PageFrame, PageHost } from './page-frame.ts'

const Shown = ({ name }: { name: string }) => <>{useFlag(name) ? 'on' : 'off'}</>

/** The part of a page's frame that a flag needs. */
const shown = (host: object, name: string) =>
  renderToStaticMarkup(
    <FrameProvider frame={{ host: host as PageHost } as PageFrame} nonce="">
      <Shown name={name} />
    </FrameProvider>,
  )

test('reads the flags of its school, and none on the platform’s pages', () => {
  const school = { kind: 'school', school: { flags: ['new_player'] } }
  expect(shown(school, 'new_player')).toBe('on')
  expect(shown(school, 'new')).toBe('off')
  expect(shown({ kind: 'root' }, 'new_player')).toBe('off')
})
