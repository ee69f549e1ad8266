import { expect, test } from 'vitest'
import { readyMadeDesign } from '#lib/certificates/index.ts'
import { newId } from '#platform/security/tokens.ts'
import { createCertifyingSchool } from '#testing/builders/certificates/certificate-builder.ts'
import { createTestImage, createTestUpload } from '#testing/builders/files.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import { insertTestUpload } from '#testing/builders/upload-builder.ts'
import * as contract from './contract.ts'
import { maxTemplates } from './templates/change-templates.ts'

const outside = () => ({
  ...readyMadeDesign(0),
  blocks: [{ kind: 'qr' as const, id: 'code', x: 280, y: 10, width: 24 }],
})

test('a template has the fields of the specification; a signature that is no file is the name of the signer', async () => {
  const { template, admin, course } = await createCertifyingSchool({
    template: { course_name: ' Algebra, part one ', cert_index: 2 },
  })
  expect(template).toMatchObject({
    name: 'Algebra, part one',
    course_id: course.id,
    course_name: 'Algebra, part one',
    signature: null,
    signature_url: null,
    signer: 'Head Teacher',
    certification_text: 'has completed {course_name}',
    cert_index: 2,
    version: 1,
    design: readyMadeDesign(2),
  })
  expect(await admin.api(contract.getSchoolCertificate, { id: template.id })).toEqual(template)
})

test('a change of the content is a new version; a new name or course is not', async () => {
  const { template, admin } = await createCertifyingSchool()
  const update = (settings: object) =>
    admin.api(contract.updateSchoolCertificate, { id: template.id, ...settings })
  expect(await update({ name: ' Any course ', course_id: null })).toMatchObject({
    name: 'Any course',
    course_id: null,
    version: 1,
  })
  expect(await update({ cert_index: 1 })).toMatchObject({ version: 2, design: readyMadeDesign(1) })
  expect(await update({ design: { ...readyMadeDesign(1), background: '#eeeeee' } })).toMatchObject({
    version: 3,
    design: { background: '#eeeeee' },
  })
  expect(await update({ signer: '', design: null })).toMatchObject({
    version: 4,
    signer: '',
    design: readyMadeDesign(1),
  })
  await Promise.all(Array.from({ length: 5 }, (_, n) => update({ validity_months: n + 1 })))
  expect(await admin.api(contract.getSchoolCertificate, { id: template.id })).toMatchObject({ version: 9 })
})

test('refuses a change of a version that another person has changed', async () => {
  const { template, admin, school } = await createCertifyingSchool()
  const other = await school.admin({ name: 'Efe Okoro' })
  const { id, version } = template
  await other.api(contract.updateSchoolCertificate, { id, version, signer: 'Efe' })
  await expect(
    admin.api(contract.updateSchoolCertificate, { id, version, signer: 'Ada' }),
  ).rejects.toMatchObject({ code: 'edit_conflict', body: { changed_by: 'Efe Okoro' } })
  expect(await admin.api(contract.getSchoolCertificate, { id })).toMatchObject({ signer: 'Efe', version: 2 })
  expect(await admin.api(contract.updateSchoolCertificate, { id, version: 2, signer: 'Ada' })).toMatchObject({
    signer: 'Ada',
    version: 3,
  })
})

test('finds templates by a part of their names, and says of which course they are', async () => {
  const { template, admin } = await createCertifyingSchool({ template: { name: 'Été 50%' } })
  await admin.api(contract.createSchoolCertificate, { name: 'Winter' })
  const found = async (search: string) =>
    (await admin.api(contract.listSchoolCertificates, { search })).data.map(({ name, course_title }) => [
      name,
      course_title,
    ])
  expect(template.course_title).toBe('Algebra')
  expect(await found('ete 50%')).toEqual([['Été 50%', 'Algebra']])
  expect(await found('wint')).toEqual([['Winter', null]])
  expect(await found('%')).toHaveLength(1)
})

test('lists templates of all courses or of one; a deleted one disappears and its certificates stay', async () => {
  const { template, admin, course, issue } = await createCertifyingSchool()
  const general = await admin.api(contract.createSchoolCertificate, {})
  expect(general).toMatchObject({ name: 'Certificate', course_id: null })
  const idsOf = async (of = {}) =>
    (await admin.api(contract.listSchoolCertificates, of)).data.map(({ id }) => id)
  expect(new Set(await idsOf())).toEqual(new Set([template.id, general.id]))
  expect(await idsOf({ course_id: course.id })).toEqual([template.id])

  const issued = await issue()
  await admin.api(contract.deleteSchoolCertificate, { id: template.id })
  expect(await idsOf()).toEqual([general.id])
  const gone = { status: 404 }
  await expect(admin.api(contract.getSchoolCertificate, { id: template.id })).rejects.toMatchObject(gone)
  await expect(admin.api(contract.updateSchoolCertificate, { id: template.id })).rejects.toMatchObject(gone)
  await expect(admin.api(contract.deleteSchoolCertificate, { id: template.id })).rejects.toMatchObject(gone)
  expect(await admin.api(contract.getCertificate, { id: issued.id })).toMatchObject({ state: 'issued' })
  await expect(issue({ certificate_id: template.id })).rejects.toMatchObject({
    code: 'no_certificate_template',
  })
})

test('rejects a block that is partly outside of the page, and names it', async () => {
  const { template, admin } = await createCertifyingSchool()
  const refused = { status: 409, code: 'block_outside_page', body: { block_id: 'code' } }
  const design = outside()
  await expect(admin.api(contract.createSchoolCertificate, { design })).rejects.toMatchObject(refused)
  await expect(
    admin.api(contract.updateSchoolCertificate, { id: template.id, design }),
  ).rejects.toMatchObject(refused)
  await expect(admin.api(contract.previewSchoolCertificate, { design })).rejects.toMatchObject(refused)
})

test('rejects courses and files of another school, and keeps the files of a version', async () => {
  const { school, admin, template } = await createCertifyingSchool()
  const other = await createTestSchool()
  const course_id = (await other.course()).id
  await expect(admin.api(contract.createSchoolCertificate, { course_id })).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    admin.api(contract.updateSchoolCertificate, { id: template.id, course_id }),
  ).rejects.toMatchObject({ status: 404 })
  const foreign = await insertTestUpload(other, 'lesson_image', await other.admin())
  await expect(admin.api(contract.createSchoolCertificate, { signature: foreign })).rejects.toMatchObject({
    errors: [{ path: 'signature', code: 'upload_unknown' }],
  })
  const { upload_id: id } = await createTestUpload(admin, await createTestImage(), {
    host: school.host,
    purpose: 'lesson_image',
    content_type: 'image/png',
  })
  const signed = await admin.api(contract.updateSchoolCertificate, { id: template.id, signature: id })
  expect(signed).toMatchObject({ signature: id, signer: 'Head Teacher' })
  expect(signed.signature_url).toContain(id)
  expect(signed.files).toEqual([{ upload_id: id, url: signed.signature_url }])
  const unsigned = await admin.api(contract.updateSchoolCertificate, { id: template.id, signature: '' })
  expect(unsigned).toMatchObject({ signature: null, version: 3 })
})

test('a school has a limited number of templates', async () => {
  const { school, admin } = await createCertifyingSchool()
  await school.transact(({ tx, school_id }) =>
    tx
      .insertInto('certificate_templates')
      .values(
        Array.from({ length: maxTemplates - 1 }, () => ({ school_id, id: newId(), name: 'x', version: 1 })),
      )
      .execute(),
  )
  await expect(admin.api(contract.createSchoolCertificate, {})).rejects.toMatchObject({
    code: 'too_many_certificate_templates',
  })
})
