import { expect, test } from 'vitest'
import { maxInvitations, readInvitationList } from './invitation-list.ts'

const one = (line: string) => {
  const { people, errors } = readInvitationList(line)
  return people[0] ? [people[0].name, people[0].email] : errors[0]?.code
}

test.each([
  ['amina@kano.test', ['', 'amina@kano.test']],
  ['Amina Bello,amina@kano.test', ['Amina Bello', 'amina@kano.test']],
  ['amina@kano.test;Amina Bello;Class 3', ['Amina Bello', 'amina@kano.test']],
  ['Amina\tBello\tAMINA@Kano.Test', ['Amina Bello', 'amina@kano.test']],
  ['"Bello, Amina",amina@kano.test', ['Bello, Amina', 'amina@kano.test']],
  ['Amina Bello <amina@kano.test>', ['Amina Bello', 'amina@kano.test']],
  ['"Bello, Amina" <amina@kano.test>,', ['Bello, Amina', 'amina@kano.test']],
  ['=HYPERLINK("x"),amina@kano.test', ['=HYPERLINK(x)', 'amina@kano.test']],
  ['amina@kano', 'bad_address'],
  ['@kano.test', 'bad_address'],
  ['a b@kano.test', 'bad_address'],
  ['amina@@kano.test', 'bad_address'],
  [`${'x'.repeat(300)}@kano.test`, 'bad_address'],
  ['<script>@kano.test', 'bad_address'],
])('parses %j as %j', (line, expected) => {
  expect(one(line)).toEqual(expected)
})

test('skips a heading and blank lines, accepts any line ends, and numbers errors', () => {
  const text = '\uFEFFName;E-mail\r\n\r\nA;a@kano.test\rnobody\nB;A@kano.test\n'
  expect(readInvitationList(text)).toEqual({
    people: [{ line: 3, name: 'A', email: 'a@kano.test' }],
    errors: [
      { line: 4, text: 'nobody', code: 'bad_address' },
      { line: 5, text: 'B;A@kano.test', code: 'duplicate' },
    ],
  })
})

test('accepts a maximum number and reports the rest', () => {
  const text = Array.from({ length: maxInvitations + 3 }, (_, at) => `p${at}@kano.test`).join('\n')
  const { people, errors } = readInvitationList(text)
  expect(people).toHaveLength(maxInvitations)
  expect(errors.map(({ code }) => code)).toEqual(['too_many', 'too_many', 'too_many'])
})
