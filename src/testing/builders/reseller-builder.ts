import { themeCss, type Palette } from '#lib/theme/index.ts'
import { json } from '#platform/database/database.server.ts'
import { newId } from '#platform/security/tokens.ts'
import * as schoolsContract from '#schools/contract.ts'
import { getTestApp } from '../harness/harness.ts'
import { createTestClient } from './test-client.ts'

const theme: Palette = {
  primary: '#7a2f6b',
  accent: '#1f6f78',
  background: '#fcf9fb',
  surface: '#ffffff',
  text: '#2a1626',
}
const theme_css = themeCss(theme)

/** A reseller with an active root domain. */
export async function createTestReseller({ name = 'Baraza Campus' } = {}) {
  const app = await getTestApp()
  const { databases, hosts } = app.services
  const id = newId()
  const root_domain = `baraza-${id.slice(-8)}.example`
  const sender = `post@${root_domain}`
  await databases.db
    .insertInto('resellers')
    .values({
      id,
      name,
      root_domain,
      theme: json(theme),
      theme_css,
      mail_sender_name: `${name} Post`,
      mail_sender_address: sender,
      support_email: `help@${root_domain}`,
      terms_url: `https://${root_domain}/terms`,
      verification_record: 'school-verification=test',
      mail_verification_record: 'school-verification=test-mail',
      is_mail_verified: true,
      domain_state: 'active',
      is_serving: true,
    })
    .execute()
  hosts.evict()
  await hosts.resolve(root_domain)
  const visitor = (host = root_domain) => createTestClient(app, host, null)
  return {
    id,
    name,
    root_domain,
    sender,
    app,
    visitor,
    openSchool: (label: string) => openSchool(visitor(), label),
  }
}

export type TestReseller = Awaited<ReturnType<typeof createTestReseller>>

async function openSchool(visitor: ReturnType<typeof createTestClient>, school_url: string) {
  const owner = {
    name: 'Amina Okello',
    email: `${school_url}@people.test`,
    password: 'a long enough phrase 7',
  }
  const opened = await visitor.api(schoolsContract.createSchool, {
    name: `School ${school_url}`,
    school_url,
    currency_code: 'UGX',
    country: 'UG',
    time_zone: 'Africa/Kampala',
    language: 'en',
    owner,
  })
  return { ...opened, owner }
}
