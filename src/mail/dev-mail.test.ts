import fastify from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createTestSchool,
  createTestVisitor,
  rootDomain,
  getTestApp,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { registerDevMailRoutes, sendMail } from './index.ts'

let school: TestSchool

beforeEach(async () => {
  school = await createTestSchool()
})

const write = (subject: string, heading = 'Hello') =>
  school.transact((ctx) =>
    sendMail(ctx, {
      to: 'ana@people.test',
      kind: 'school_created',
      mail: { subject, heading, paragraphs: ['Read me'] },
    }),
  )
const see = async (url: string, host = school.host) =>
  (await createTestVisitor(host)).request({ method: 'GET', url })
const linksIn = (html: string) => [...html.matchAll(/href="(\/dev\/mail\/[^"]+)"/g)].map(([, link]) => link!)

describe('/dev/mail', () => {
  test('lists the school’s mail, newest first, and shows each', async () => {
    await write('The first')
    await write('The second')
    const list = await see('/dev/mail')
    expect(list.status).toBe(200)
    expect(list.text.indexOf('The second')).toBeLessThan(list.text.indexOf('The first'))
    const [newest] = linksIn(list.text)
    const one = await see(newest!)
    expect(one.text).toContain('ana@people.test')
    expect(one.text).toMatch(/<iframe [^>]*src="\/dev\/mail\/[^"]+\/html" sandbox="allow-popups /)
    const html = await see(`${newest}/html`)
    expect(html.text).toContain('Read me')
    expect(html.headers['content-security-policy']).toMatch(/^sandbox allow-popups [^;]*; default-src 'none'/)
    expect(String(html.headers['content-security-policy'])).not.toContain('allow-scripts')
  })

  test('lists every school’s mail at the root host, and only its own at a school’s', async () => {
    await write('From a school')
    const root = await see('/dev/mail', rootDomain)
    expect(root.text).toContain('From a school')
    const [link] = linksIn((await see('/dev/mail')).text)
    expect((await see(link!, rootDomain)).status).toBe(200)
    const otherSchool = await createTestSchool()
    expect((await see('/dev/mail', otherSchool.host)).text).toContain('No mail has been written yet.')
    expect((await see(link!, otherSchool.host)).status).toBe(404)
    expect((await see('/dev/mail/x/y')).status).toBe(404)
  })

  test('escapes user text', async () => {
    await write('<script>alert(1)</script>', '<img src=x onerror=alert(1)>')
    const list = await see('/dev/mail')
    const [link] = linksIn(list.text)
    for (const page of [list, await see(link!), await see(`${link}/html`)])
      expect(page.text).not.toMatch(/<script|<img src=x/)
  })

  test('does not exist in production', async () => {
    const { services } = await getTestApp()
    const app = fastify()
    await registerDevMailRoutes(app, { ...services, config: { ...services.config, production: true } })
    expect((await app.inject({ url: '/dev/mail' })).statusCode).toBe(404)
    await app.close()
  })
})
