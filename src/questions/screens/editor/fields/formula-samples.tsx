import { ScrollArea, Stack, Table } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import { useState } from 'react'
import type { KeyOf } from '#lib/questions/index.ts'
import { evaluateFormula } from '#lib/questions/numbers/formula.ts'
import { drawVariables } from '#lib/questions/numbers/variables.ts'
import { createRandom } from '#lib/questions/random.ts'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from '../question-editor.module.css'

const sampleCount = 5

/** Draws of the variables with the right answer of each, so that the author sees what students get. */
export function FormulaSamples({ answers }: { answers: KeyOf<'calculated'> }) {
  const { t } = useTranslation('question-editor')
  const [seed, setSeed] = useState<string | null>(null)
  return (
    <Stack gap="sm">
      <Button
        variant="light"
        className={classes.add ?? ''}
        leftSection={<IconDice5 size={18} aria-hidden />}
        onClick={() => setSeed(crypto.randomUUID())}
      >
        {t(seed === null ? 'calculated.showSamples' : 'calculated.otherSamples', { number: sampleCount })}
      </Button>
      {seed !== null && <SampleTable answers={answers} seed={seed} />}
    </Stack>
  )
}

function SampleTable({ answers, seed }: { answers: KeyOf<'calculated'>; seed: string }) {
  const { t } = useTranslation('question-editor')
  const names = answers.variables.map(({ name }) => name)
  const samples = Array.from({ length: sampleCount }, (_, at) =>
    drawVariables(answers, createRandom(`${seed} ${at}`)),
  )
  return (
    <ScrollArea.Autosize
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('calculated.samples') }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            {names.map((name, at) => (
              <Table.Th key={at}>{name}</Table.Th>
            ))}
            <Table.Th>{t('calculated.result')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {samples.map((values, row) => (
            <Table.Tr key={row}>
              {names.map((name, at) => (
                <Table.Td key={at} dir="ltr">
                  {values[name]}
                </Table.Td>
              ))}
              <Table.Td>
                <Result value={evaluateFormula(answers.formula, values)} unit={answers.unit} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}

function Result({ value, unit }: { value: number | null; unit: string }) {
  const { t } = useTranslation('question-editor')
  if (value === null) return t('calculated.noResult')
  // 15 digits are all that binary fractions hold exactly.
  return <bdi dir="ltr">{`${Number(value.toPrecision(15))} ${unit}`.trim()}</bdi>
}
