import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Article } from '#ui/components/article.tsx'
import { Button } from '#ui/components/button.tsx'
import { DownloadTableButton } from '#ui/components/download-table-button.tsx'
import { Message } from '#ui/components/feedback/message.tsx'
import { OfflineBanner } from '#ui/components/feedback/offline-banner.tsx'
import { SectionList } from '#ui/components/layout/section-list.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { SidePanel } from '#ui/components/layout/side-panel.tsx'
import { LegalLinks } from '#ui/components/legal-links.tsx'
import { ResponsiveImage } from '#ui/components/responsive-image.tsx'
import { CopyValue, SecretShownOnce } from '#ui/components/secret-shown-once.tsx'
import { Stars } from '#ui/components/stars.tsx'
import { Form } from '#ui/form/form.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { ChoiceBar } from '#ui/form/fields/choice-bar.tsx'
import { StarsField } from '#ui/form/fields/stars-field.tsx'
import { VerificationFields } from '#ui/form/fields/verification-fields.tsx'
import { ImageCropper } from '#ui/form/image/image-cropper.tsx'
import { ArticleField } from '#ui/form/rich-text/article/article-field.tsx'
import type { SendToArticle } from '#ui/form/rich-text/article/pending-upload.ts'
import { UploadQueueList } from '#ui/form/upload/upload-queue-list.tsx'
import type { QueuedFile } from '#ui/form/upload/upload-queue.ts'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useUploadQueue } from '#ui/form/upload/use-upload-queue.ts'

/** Pieces of single areas: lessons, reviews, settings, secrets, files. */
export function DevMore() {
  return (
    <>
      <Lessons />
      <Reviews />
      <Lists />
      <Secrets />
      <Images />
    </>
  )
}

const lesson = `<h2>What a server is</h2><div data-block="callout" data-tone="tip" role="note"><p><strong>Tip</strong></p>
<p>Keep it running.</p></div><div data-block="columns" data-count="2"><div data-block="column"><p>One</p></div>
<div data-block="column"><p>Two</p></div></div><pre><code class="language-javascript"><span class="hljs-keyword">const</span> port = <span class="hljs-number">80</span></code></pre>`

const neverSent: SendToArticle = () => Promise.reject(new Error('nothing is sent here'))

function Lessons() {
  const [html, setHtml] = useState('<p>Type / for blocks.</p>')
  return (
    <Section title="Lesson editor, and a lesson">
      <ArticleField label="Lesson" value={html} onChange={setHtml} send={neverSent} minHeight={160} />
      <Article html={lesson} />
    </Section>
  )
}

function Reviews() {
  const [stars, setStars] = useState<number | null>(4)
  const [view, setView] = useState<'all' | 'open'>('all')
  return (
    <Section title="Stars, messages and choices">
      <Stars rating={4.5} label="4.5 of 5" />
      <StarsField
        label="Your rating"
        value={stars}
        onChange={setStars}
        labelOf={(count) => `${count} stars`}
      />
      <StarsField
        label="Your rating, refused"
        value={null}
        onChange={() => {}}
        labelOf={(count) => `${count} stars`}
        error="Please choose."
      />
      <ChoiceBar
        label="View"
        choices={[
          { value: 'all', label: 'All' },
          { value: 'open', label: 'Open' },
        ]}
        value={view}
        onChange={setView}
      />
      <Stack component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        <Message
          author="Amara Okafor"
          at="2026-11-21T09:30:00Z"
          text="When is the next class?"
          isOwn={false}
        />
        <Message author="You" at="2026-11-21T09:45:00Z" text="On Monday." isOwn />
      </Stack>
    </Section>
  )
}

function Lists() {
  const [isOpen, setOpen] = useState(false)
  const links = [
    { to: '/dev/ui', label: 'Brand', end: true },
    { to: '/dev/ui/shell', label: 'Domains' },
  ]
  return (
    <Section title="Pages of one area, a column beside the page">
      <SectionList label="Settings" groups={[{ title: 'School', links }]}>
        <Text>The chosen page.</Text>
      </SectionList>
      <Button variant="default" onClick={() => setOpen(true)}>
        Open a side panel
      </Button>
      {isOpen && (
        <SidePanel title="Notes" closeLabel="Close notes" opened={isOpen} onClose={() => setOpen(false)}>
          <Text>A note.</Text>
        </SidePanel>
      )}
      <OfflineBanner />
      <LegalLinks />
    </Section>
  )
}

const proof = {
  field: (name: string) => ({ name, value: '', onChange: () => {}, error: undefined }),
  failure: null,
  errors: {},
  refusals: 0,
  isDirty: false,
  isSubmitting: false,
  submit: () => Promise.resolve(),
} as unknown as ApiForm<Record<'password' | 'code', string>>

function Secrets() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title="Secrets and proof of identity">
      <CopyValue label="Webhook address" value="https://school.example/hooks/1f7c" />
      <Form form={proof} label="Proof of identity">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <VerificationFields form={proof} hasFactor />
        </SimpleGrid>
        <Group>
          <SubmitButton form={proof}>Confirm</SubmitButton>
        </Group>
      </Form>
      <Button variant="default" onClick={() => setOpen(true)}>
        Show a secret
      </Button>
      {isOpen && (
        <SecretShownOnce
          title="API client"
          values={[{ label: 'Secret', value: 'sk_demo_1f7c' }]}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  )
}

const file = { sent: 0, total: 8_000_000, speed: 0, checking: false, problem: null }
const files: QueuedFile[] = [
  { ...file, id: '1', name: 'one.mp4', state: 'done', sent: 8_000_000 },
  { ...file, id: '2', name: 'two.mp4', state: 'sending', sent: 3_000_000, speed: 400_000 },
  { ...file, id: '3', name: 'three.mp4', state: 'waiting' },
  { ...file, id: '4', name: 'four.txt', state: 'refused', problem: 'This file type is not supported.' },
]

const image = '/favicon.svg'

function Images() {
  const queue = { ...useUploadQueue(), files, isBusy: true }
  return (
    <Section title="Images, many files, tables to save">
      <ResponsiveImage src={image} alt="The mark of the product" width={120} height={120} sizes="120px" />
      <Stack maw={420}>
        <ImageCropper
          src={image}
          imageSize={{ width: 512, height: 512 }}
          ratio={16 / 9}
          onCancel={() => {}}
          onCrop={() => {}}
        />
      </Stack>
      <UploadQueueList queue={queue} />
      <Group>
        <DownloadTableButton
          label="Save as CSV"
          fileName="students.csv"
          read={() => Promise.resolve({ text: 'Name' })}
        />
      </Group>
    </Section>
  )
}
