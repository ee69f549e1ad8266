import { describe, expect, test } from 'vitest'
import { createTestImage } from '#testing/builders/files.ts'
import { readZip } from '../../zip/read-zip.ts'
import { writeZip } from '../../zip/write-zip.ts'
import { allSamples, createIds } from '../format-testing.ts'
import type { FileQuestion } from '../format-types.ts'
import { parseXml } from '../xml-tree.ts'
import { imageSize } from './image-files.ts'
import { readQti, writeQti } from './package.ts'

const image_id = '018f0000-0000-7000-8000-000000000001'
const limits = { entries: 100, bytes: 10_000_000, ratio: 1_000 }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const png = async (width = 800, height = 400) => new Uint8Array(await createTestImage({ width, height }))

function ids() {
  let images = 0
  return {
    newPartId: createIds(),
    newImageId: () => `00000000-0000-4000-8000-${String((images += 1)).padStart(12, '0')}`,
  }
}
const read = (bytes: Uint8Array<ArrayBuffer>) => readQti(bytes, ids())

const texts = {
  feedback: { general: '<p>Both</p>', correct: '<p>Yes &amp; right</p>', incorrect: '<p>No</p>' },
  hints: ['<p>Think</p>'],
}

/** A question of each type, with all texts. */
function samples(): FileQuestion[] {
  return allSamples().map((sample, at) => {
    const { body, key } = sample
    if ('feedback' in key) Object.assign(key, texts)
    if ('guidance' in key) key.guidance = '<p>Look <strong>here</strong>.</p>'
    if (key.type === 'single_choice' || key.type === 'multiple_choice')
      key.option_feedback = { o00001: '<p>Half</p>' }
    // The format has no `*` for any characters.
    if (key.type === 'short_text') key.accepted = [{ text: 'Ọláyínká', fraction: 1 }]
    if (key.type === 'categorise') key.pairs.i00003 = 'k00001'
    if (body.type === 'categorise')
      body.text = '<p>Sort <img src="/media/private/' + image_id + '/file?sig=x" alt="a &quot;map&quot;"></p>'
    if (body.type === 'true_false')
      body.text = '<p>Is <span data-block="formula">x^2 &lt; 3</span>?</p><ul><li>a<br>b</li></ul>'
    return { ...sample, name: `<${at}> & "x"`, tags: ['a', 'b & c'], difficulty: (at % 5) + 1 }
  })
}

/** A package with one item, whose body and rules are given. */
const item = (content: string, attributes = 'xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2"') =>
  `<?xml version="1.0"?><assessmentItem ${attributes} identifier="i" title="An item" adaptive="false" timeDependent="false">${content}</assessmentItem>`
const template = (name: string) =>
  `<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/${name}"/>`
async function only(content: string) {
  const { questions, dropped } = await read(bytesOf(item(content)))
  return { question: questions[0], losses: dropped.map(({ code }) => code) }
}

describe.each(['2.2', '3.0'] as const)('version %s', (version) => {
  test('a second import of each type is identical, and losses are listed', async () => {
    const questions = samples()
    const files = new Map([[image_id, await png()]])
    const { bytes, dropped } = await writeQti(questions, version, files)
    const first = await read(bytes)
    expect(first.dropped).toEqual([])
    const whole = dropped.filter(({ code }) => code === 'type_not_supported')
    expect(whole.map(({ at }) => questions[at - 1]!.body.type)).toEqual([
      'calculated',
      'recording',
      'code',
      'passage',
    ])
    const others = questions.filter(
      ({ body }) => !['calculated', 'recording', 'code', 'passage'].includes(body.type),
    )
    expect(
      first.questions.map(({ name, tags, difficulty, body }) => [name, tags, difficulty, body.type]),
    ).toEqual(others.map(({ name, tags, difficulty, body }) => [name, tags, difficulty, body.type]))
    expect(first.images).toHaveLength(1)
    const again = await writeQti(
      first.questions,
      version,
      new Map(first.images.map((image) => [image.id, image.bytes])),
    )
    expect(again.dropped).toEqual([])
    expect(await read(again.bytes)).toEqual(first)
  })

  test('keeps texts, images, formulas, feedback and keys', async () => {
    const files = new Map([[image_id, await png()]])
    const { questions } = await read((await writeQti(samples(), version, files)).bytes)
    const of = (type: string) => questions.find(({ body }) => body.type === type)!
    expect(of('true_false').body.text).toBe(
      '<p>Is <span data-block="formula">x^2 &lt; 3</span>?</p><ul><li>a<br>b</li></ul>',
    )
    expect(of('categorise').body.text).toMatch(
      /^<p>Sort <img src="\/media\/private\/0{8}-[^"]*" alt="a &quot;map&quot;"><\/p>$/,
    )
    expect(of('single_choice').key).toMatchObject({ feedback: texts.feedback })
    expect(Object.values((of('single_choice').key as { fractions: object }).fractions)).toEqual([1, 0.5])
    expect(of('essay').key).toMatchObject({ guidance: '<p>Look <strong>here</strong>.</p>' })
    expect(of('number').key).toMatchObject({ accepted: [{ value: '1.5', tolerance: '0.1' }] })
    expect(of('hotspot').key).toMatchObject({
      areas: [{ kind: 'rectangle', x: 0.1, y: 0.1 }, { kind: 'polygon' }],
    })
    expect(of('labelling').body).toMatchObject({
      spots: [
        { x: 0.1, y: 0.1 },
        { x: 0.9, y: 0.9 },
      ],
    })
  })

  test('is a package with a manifest that lists every file', async () => {
    const { bytes } = await writeQti(samples(), version, new Map([[image_id, await png()]]))
    const zip = readZip(bytes, limits)
    const manifest = new TextDecoder().decode(await zip.read('imsmanifest.xml'))
    const listed = Array.from(manifest.matchAll(/<file href="([^"]+)"/g), ([, path]) => path)
    expect(new Set(listed)).toEqual(new Set(zip.paths.filter((path) => path !== 'imsmanifest.xml')))
    expect(manifest).toContain(version === '2.2' ? 'imsqti_item_xmlv2p2' : 'imsqti_item_xmlv3p0')
    for (const path of zip.paths.filter((name) => name.endsWith('.xml')))
      expect(parseXml(new TextDecoder().decode(await zip.read(path)))).not.toBeNull()
    const choice = new TextDecoder().decode(await zip.read('items/q0001.xml'))
    expect(choice).toContain(
      version === '2.2'
        ? '<choiceInteraction responseIdentifier='
        : '<qti-choice-interaction response-identifier=',
    )
  })
})

describe('readQti', () => {
  test('reads a choice of another program, with its prompt and its images elsewhere', async () => {
    const { question, losses } = await only(`
      <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier">
        <correctResponse><value>B</value></correctResponse></responseDeclaration>
      <itemBody>
        <p>Look at the   sign.</p>
        <p><img src="https://example.com/sign.png" alt="NEVER"/></p>
        <choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="1">
          <prompt>What does it <em>say</em>?</prompt>
          <simpleChoice identifier="A">Stay<feedbackInline outcomeIdentifier="F" identifier="A" showHide="show">No!</feedbackInline></simpleChoice>
          <simpleChoice identifier="B">Never</simpleChoice>
        </choiceInteraction>
      </itemBody>${template('match_correct')}`)
    expect(losses).toEqual(['media'])
    expect(question).toMatchObject({
      name: 'An item',
      body: {
        type: 'single_choice',
        options: [{ text: 'Stay' }, { text: 'Never' }],
        is_shuffled: true,
      },
      key: { option_feedback: { part0001: 'No!' }, fractions: { part0002: 1 } },
    })
    expect(question!.body.text).toContain('What does it <em>say</em>?')
    expect(question!.body.text).toContain('Look at the sign.')
  })

  test('reads fields in a text, and rules that add up points', async () => {
    const { question, losses } = await only(`
      <responseDeclaration identifier="A" cardinality="single" baseType="string">
        <correctResponse><value>York</value></correctResponse>
        <mapping defaultValue="0"><mapEntry mapKey="York" mappedValue="2" caseSensitive="false"/>
        <mapEntry mapKey="york city" mappedValue="1" caseSensitive="false"/></mapping></responseDeclaration>
      <responseDeclaration identifier="B" cardinality="single" baseType="identifier">
        <correctResponse><value>y</value></correctResponse>
        <mapping><mapEntry mapKey="y" mappedValue="2"/></mapping></responseDeclaration>
      <itemBody><p>Son of <textEntryInteraction responseIdentifier="A" expectedLength="15"/> and
        <inlineChoiceInteraction responseIdentifier="B"><inlineChoice identifier="x">Gloucester</inlineChoice>
        <inlineChoice identifier="y">Lancaster</inlineChoice></inlineChoiceInteraction>.</p></itemBody>
      <responseProcessing><setOutcomeValue identifier="SCORE"><sum><mapResponse identifier="A"/>
      <mapResponse identifier="B"/></sum></setOutcomeValue></responseProcessing>`)
    expect(losses).toEqual([])
    expect(question).toMatchObject({
      body: {
        type: 'gaps',
        text: '<p>Son of [[part0001]] and [[part0002]].</p>',
        gaps: [{ max_length: 15 }, { kind: 'list' }],
      },
      key: {
        is_case_sensitive: false,
        gaps: {
          part0001: {
            accepted: [
              { text: 'York', fraction: 1 },
              { text: 'york city', fraction: 0.5 },
            ],
          },
          part0002: { kind: 'list', correct: 'part0004' },
        },
      },
    })
  })

  test('uses the right answer and lists the rules that it does not read', async () => {
    const { question, losses } = await only(`
      <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier">
        <correctResponse><value>B</value></correctResponse></responseDeclaration>
      <itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1">
        <simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice>
        <prompt>Which?</prompt></choiceInteraction></itemBody>
      <responseProcessing><setOutcomeValue identifier="SCORE"><random/></setOutcomeValue></responseProcessing>`)
    expect(losses).toEqual(['own_scoring'])
    expect(question!.key).toMatchObject({ type: 'single_choice', fractions: { part0002: 1 } })
  })

  test('reads rules that show feedback beside the points', async () => {
    const set = (identifier: string, value: string) =>
      `<setOutcomeValue identifier="${identifier}">${value}</setOutcomeValue>`
    const shown = (which: string) => set('FEEDBACK', `<baseValue baseType="identifier">${which}</baseValue>`)
    const { question, losses } = await only(`
      <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier">
        <correctResponse><value>true</value></correctResponse></responseDeclaration>
      <itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Is it?</prompt>
        <simpleChoice identifier="true">Yes</simpleChoice><simpleChoice identifier="false">No</simpleChoice>
        </choiceInteraction></itemBody>
      <responseProcessing><responseCondition><responseIf>
        <match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match>
        ${set('SCORE', '<variable identifier="MAXSCORE"/>')}${shown('correct')}
      </responseIf><responseElse>${shown('incorrect')}</responseElse></responseCondition></responseProcessing>
      <modalFeedback outcomeIdentifier="FEEDBACK" showHide="show" identifier="correct">Well done</modalFeedback>`)
    expect(losses).toEqual([])
    expect(question).toMatchObject({
      body: { type: 'true_false', text: 'Is it?' },
      key: { correct: true, feedback: { general: '', correct: 'Well done', incorrect: '' } },
    })
  })

  test('puts a shared text before the question', async () => {
    const question = item(
      '<assessmentStimulusRef identifier="s" href="../text.xml"/><itemBody><p>What?</p></itemBody>',
    )
    const manifest =
      '<manifest><resources><resource identifier="a" type="imsqti_item_xmlv2p2" href="items/a.xml"/></resources></manifest>'
    const archive = await writeZip([
      { path: 'imsmanifest.xml', bytes: bytesOf(manifest) },
      { path: 'items/a.xml', bytes: bytesOf(question) },
      {
        path: 'text.xml',
        bytes: bytesOf(
          '<assessmentStimulus><stimulusBody><p>A story.</p></stimulusBody></assessmentStimulus>',
        ),
      },
    ])
    expect((await read(archive)).questions[0]!.body.text).toBe('<p>A story.</p><p>What?</p>')
  })

  test('lists interactions that it does not have', async () => {
    const body = (content: string) => `<itemBody><p>Text</p>${content}</itemBody>`
    for (const content of [
      '<associateInteraction responseIdentifier="R"/>',
      '<drawingInteraction responseIdentifier="R"/>',
      '<choiceInteraction responseIdentifier="R"/><choiceInteraction responseIdentifier="S"/>',
    ])
      expect((await only(body(content))).losses).toEqual(['type_not_supported'])
    expect((await only(body('<choiceInteraction responseIdentifier="R"/>'))).losses).toEqual([
      'question_invalid',
    ])
  })

  test('refuses document types, deep nesting and files of another kind at once', async () => {
    const bomb = '<!DOCTYPE lolz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    const deep = '<p>'.repeat(200_000)
    for (const xml of [bomb + item(''), item(`<itemBody>${deep}</itemBody>`), 'no XML', ''])
      expect(await read(bytesOf(xml))).toMatchObject({ questions: [], dropped: [{}] })
    const manifest = `${bomb}<manifest/>`
    const archive = await writeZip([{ path: 'imsmanifest.xml', bytes: bytesOf(manifest) }])
    expect((await read(archive)).dropped).toMatchObject([{ code: 'file_invalid' }])
    expect((await read(await writeZip([{ path: 'a.txt', bytes: bytesOf('x') }]))).dropped).toMatchObject([
      { code: 'file_invalid' },
    ])
  })

  test('refuses archives that grow without end, and paths that lead out of them', async () => {
    const bomb = await writeZip([{ path: 'imsmanifest.xml', bytes: new Uint8Array(60_000_000) }])
    const escape = await writeZip([{ path: '../imsmanifest.xml', bytes: bytesOf('<manifest/>') }])
    for (const archive of [bomb, escape])
      expect(await read(archive)).toMatchObject({ questions: [], dropped: [{ code: 'archive_refused' }] })
  })

  test('reads nothing outside of the package, and images by their content alone', async () => {
    const question = (path: string) => item(`<itemBody><p>Look <img src="${path}" alt="x"/></p></itemBody>`)
    const resource = (at: number) =>
      `<resource identifier="r${at}" type="imsqti_item_xmlv2p2" href="q${at}.xml"/>`
    const paths = [
      '../../secret.png',
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
      'page.png',
      'real.jpg',
    ]
    const files = [
      {
        path: 'imsmanifest.xml',
        bytes: bytesOf(
          `<manifest><resources>${paths.map((_, at) => resource(at)).join('')}</resources></manifest>`,
        ),
      },
      ...paths.map((path, at) => ({ path: `q${at}.xml`, bytes: bytesOf(question(path)) })),
      { path: 'page.png', bytes: bytesOf('<html><script>alert(1)</script></html>') },
      { path: 'real.jpg', bytes: await png() },
    ]
    const { questions, images, dropped } = await read(await writeZip(files))
    expect(dropped.map(({ at, code }) => `${at} ${code}`)).toEqual([
      '1 media',
      '2 media',
      '3 media',
      '4 media',
    ])
    expect(images).toMatchObject([{ name: 'real.jpg', type: 'image/png' }])
    expect(questions.filter(({ body }) => body.text.includes('<img'))).toHaveLength(1)
  })
})

describe('writeQti', () => {
  const codes = async (type: string, change: (question: FileQuestion) => void) => {
    const question = allSamples().find(({ body }) => body.type === type)!
    change(question)
    return (await writeQti([question], '3.0')).dropped.map(({ code }) => code)
  }

  test('lists settings and parts that the format cannot hold', async () => {
    const hint = ({ key }: FileQuestion) => Object.assign(key, { hints: ['x'] })
    expect(await codes('true_false', hint)).toEqual(['hints'])
    expect(await codes('short_text', () => {})).toEqual(['settings'])
    expect(await codes('ordering', () => {})).toEqual(['partial_points'])
    expect(await codes('number', () => {})).toEqual(['units'])
    expect(await codes('essay', ({ body }) => Object.assign(body, { min_words: 5 }))).toEqual(['settings'])
    expect(
      await codes('information', ({ body }) => (body.text = '<u>a</u> <video src="/x"></video>')),
    ).toEqual(['formatting', 'media'])
    expect(await codes('labelling', () => {})).toEqual(['image_missing'])
  })
})

test.each(['png', 'jpeg', 'gif', 'webp'] as const)(
  'the size of an image of the type %s is read',
  async (type) => {
    const bytes = new Uint8Array(await createTestImage({ width: 321, height: 123, type }))
    expect(imageSize(bytes)).toEqual({ width: 321, height: 123 })
  },
)
