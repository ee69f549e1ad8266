import type { Locator, Page } from 'playwright-core'
import type { QuestionAnswer, QuestionBody } from '#lib/questions/index.ts'

interface Question {
  /** The element that contains the question and nothing else. */
  scope: Locator
  body: QuestionBody
  answer: QuestionAnswer
}

/** Gives an answer with the keyboard alone. Files and recordings need other devices, and are not supported. */
export async function answerByKeyboard(page: Page, { scope, body, answer }: Question): Promise<void> {
  if (body.type !== answer.type) throw new Error(`An answer of ${answer.type} to ${body.type}`)
  const give = answers[body.type] as ((page: Page, question: Question) => Promise<void>) | undefined
  if (!give) throw new Error(`Nobody answers ${body.type} by keyboard`)
  await give(page, { scope, body, answer })
}

type Type = QuestionBody['type']
interface Of<T extends Type> {
  scope: Locator
  body: Extract<QuestionBody, { type: T }>
  answer: Extract<QuestionAnswer, { type: T }>
}

const plain = (html: string) => html.replace(/<[^>]*>/g, '').trim()
const textOf = (parts: readonly { id: string; text: string }[], id: string) =>
  plain(parts.find((part) => part.id === id)!.text)

async function press(page: Page, control: Locator, key: string) {
  await control.focus()
  await page.keyboard.press(key)
}

async function type(page: Page, field: Locator, text: string) {
  await press(page, field, 'ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Moves down in a list until the option is chosen. */
async function choose(page: Page, list: Locator, value: string) {
  await list.focus()
  for (let steps = 0; steps < 60 && (await list.inputValue()) !== value; steps++)
    await page.keyboard.press('ArrowDown')
}

const choosePairs =
  (rowsOf: (body: never) => string[]) =>
  async (
    page: Page,
    { scope, body, answer }: { scope: Locator; body: unknown; answer: { pairs: object } },
  ) => {
    for (const [index, id] of rowsOf(body as never).entries())
      await choose(page, scope.locator('select').nth(index), (answer.pairs as Record<string, string>)[id]!)
  }

async function typeNumber(page: Page, { scope, answer }: Of<'number'> | Of<'calculated'>) {
  await type(page, scope.getByLabel('Your number'), answer.text)
  if (answer.unit) await choose(page, scope.getByLabel('Unit'), answer.unit)
}

const answers: { [T in Type]?: (page: Page, question: Of<T>) => Promise<void> } = {
  single_choice: (page, { scope, body, answer }) =>
    press(page, scope.getByRole('radio', { name: textOf(body.options, answer.selected!) }), 'Space'),
  async multiple_choice(page, { scope, body, answer }) {
    for (const id of answer.selected)
      await press(page, scope.getByRole('checkbox', { name: textOf(body.options, id) }), 'Space')
  },
  true_false: (page, { scope, answer }) =>
    press(page, scope.getByRole('radio', { name: answer.value ? 'True' : 'False' }), 'Space'),
  short_text: (page, { scope, answer }) => type(page, scope.getByLabel('Your answer'), answer.text),
  number: typeNumber,
  calculated: typeNumber,
  essay: (page, { scope, answer }) => type(page, scope.getByLabel('Your answer'), answer.text),
  matching: choosePairs(({ prompts }: Of<'matching'>['body']) => prompts.map(({ id }) => id)),
  categorise: choosePairs(({ items }: Of<'categorise'>['body']) => items.map(({ id }) => id)),
  labelling: choosePairs(({ spots }: Of<'labelling'>['body']) => spots.map(({ id }) => id)),
  async ordering(page, { scope, body, answer }) {
    const rows = scope.locator('ol > li')
    for (const [index, id] of answer.order.entries()) {
      const name = textOf(body.items, id)
      const up = scope.getByRole('button', { name: `Move ${name} up` })
      while (!(await rows.nth(index).textContent())!.includes(name)) await press(page, up, 'Enter')
    }
    const confirm = scope.getByRole('button', { name: 'Use this order' })
    if (await confirm.isVisible()) await press(page, confirm, 'Enter')
  },
  async gaps(page, { scope, body, answer }) {
    for (const [index, gap] of body.gaps.entries()) {
      const field = scope.getByLabel(`Gap ${index + 1} of ${body.gaps.length}`)
      if (gap.kind === 'text') await type(page, field, answer.gaps[gap.id]!)
      else await choose(page, field, answer.gaps[gap.id]!)
    }
  },
  async hotspot(page, { scope, body, answer }) {
    for (const { id, name } of body.regions)
      if (answer.selected.includes(id))
        await press(page, scope.getByRole(body.max_choices === 1 ? 'radio' : 'checkbox', { name }), 'Space')
    for (const point of answer.points) await setPoint(page, scope.getByRole('application'), point)
  },
  async matrix(page, { scope, body, answer }) {
    for (const [row, columns] of Object.entries(answer.rows))
      for (const column of columns) {
        const name = `${textOf(body.rows, row)} ${textOf(body.columns, column)}`
        await press(page, scope.getByRole(body.is_multiple ? 'checkbox' : 'radio', { name }), 'Space')
      }
  },
  async slider(page, { scope, answer }) {
    const slider = scope.getByRole('slider')
    await press(page, slider, 'ArrowLeft')
    const key = Number(await slider.inputValue()) < Number(answer.value) ? 'ArrowRight' : 'ArrowLeft'
    while ((await slider.inputValue()) !== answer.value) await page.keyboard.press(key)
  },
  async code(page, { scope, answer }) {
    const field = scope.getByRole('textbox')
    await press(page, field, 'ControlOrMeta+A')
    for (const line of answer.code.split('\n').slice(0, -1)) {
      if (line.startsWith('  ')) await page.keyboard.press('Tab')
      await page.keyboard.type(line.trim())
      await page.keyboard.press('Enter')
    }
    // The field must not trap the focus.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    if (await field.evaluate((element) => element === document.activeElement))
      throw new Error('The code field traps the focus')
  },
  async passage(page, { scope, body, answer }) {
    for (const [index, question] of body.questions.entries()) {
      const inner = answer.questions[question.id]!
      await answerByKeyboard(page, {
        scope: scope.locator('ol > li').nth(index),
        body: question.body,
        answer: inner,
      })
    }
  },
}

/** From the middle by steps of 10 % and of 1 %. */
async function setPoint(page: Page, area: Locator, point: { x: number; y: number }) {
  await area.focus()
  for (const [value, less, more] of [
    [point.x, 'ArrowLeft', 'ArrowRight'],
    [point.y, 'ArrowUp', 'ArrowDown'],
  ] as const) {
    const percent = Math.round((value - 0.5) * 100)
    const key = percent < 0 ? less : more
    for (let step = 0; step < Math.floor(Math.abs(percent) / 10); step++)
      await page.keyboard.press(`Shift+${key}`)
    for (let step = 0; step < Math.abs(percent) % 10; step++) await page.keyboard.press(key)
  }
  await page.keyboard.press('Enter')
}
