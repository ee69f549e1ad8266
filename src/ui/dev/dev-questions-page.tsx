import { Box, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { QuestionInput } from '#ui/questions/question-input.tsx'
import type { QuestionFiles } from '#ui/questions/question-props.ts'
import { QuestionReview } from '#ui/questions/review/question-review.tsx'
import '#ui/styles/app.css'
import { DevChoices, DevFrame } from './dev-frame.tsx'
import { onlyOutsideProduction } from './only-outside-production.ts'
import { questionSamples, type QuestionSample } from './question-samples.ts'

export const handle = { namespaces: ['kit', 'questions'] }
export const middleware = [onlyOutsideProduction]

const files: QuestionFiles = {
  urlOf: () => '/favicon.svg',
  nameOf: () => 'report.pdf',
  send: () => Promise.reject(new Error('nothing is sent here')),
}
const variables = { a: '6', b: '7' }

/** Questions of every type: not answered, answered, read-only, and as a review. Same query parameters as `/dev/ui`. */
export default function DevQuestionsPage() {
  return (
    <DevFrame>
      <Box component="main" data-independent="" maw={1200} mx="auto" p={{ base: 'md', sm: 'xl' }}>
        <PageHeading title="Questions" text="Every type in every state." />
        <Stack gap="xl">
          <DevChoices />
          {questionSamples.map((sample, index) => (
            <Sample key={index} sample={sample} number={index + 1} />
          ))}
        </Stack>
      </Box>
    </DevFrame>
  )
}

function Sample({ sample, number }: { sample: QuestionSample; number: number }) {
  const { body, key, answer } = sample
  const [given, setGiven] = useState<QuestionSample['answer']>(null)
  const shared = { body, files, variables }
  return (
    <Section title={`${number}. ${body.type}`}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="xl">
        <div data-state="input">
          <QuestionInput {...shared} answer={given} onChange={setGiven} />
          <pre data-answer hidden>
            {JSON.stringify(given)}
          </pre>
        </div>
        <QuestionInput {...shared} answer={answer} onChange={() => {}} isReadOnly />
        <QuestionReview {...shared} answer={answer} correctKey={key} points={2} maxPoints={2} />
        <QuestionReview
          {...shared}
          answer={null}
          correctKey={key}
          points={0}
          maxPoints={2}
          comment="<p>See me.</p>"
        />
      </SimpleGrid>
    </Section>
  )
}
