import { Group, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import type { UploadFile } from '#tenancy/client/uploads/upload.ts'
import { FileUpload } from '#ui/form/upload/file-upload.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { ImageField, type StoredImage } from '#ui/form/image/image-field.tsx'
import { RichTextField } from '#ui/form/rich-text/rich-text-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { UploadProgress } from '#ui/form/upload/upload-progress.tsx'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { BarChart } from '#ui/components/bar-chart.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { SortableList } from '#ui/components/sortable-list.tsx'
import { toast, toastUndo } from '#ui/components/feedback/toasts.tsx'

const people = ['Amara Okafor', 'Benoît Lefèvre', 'Chiara Romano', 'Dong-hyun Kim', 'Ewa Nowak'].map(
  (name, index) => ({
    id: String(index),
    name,
    email: `${name.split(' ')[0]!.toLowerCase()}@school.example`,
    progress: index / 4,
  }),
)
type Person = (typeof people)[number]

export function DevWorking() {
  return (
    <>
      <Table />
      <Order />
      <Overlays />
      <Uploads />
      <Section title="Bar chart">
        <Charts />
      </Section>
      <Section title="Rich text editor">
        <Editor />
      </Section>
      <Section title="Summary of a refused form">
        <TextField
          label="Title"
          name="demo_title"
          value=""
          onChange={() => {}}
          error="Please fill this in."
        />
        <FormSummary
          form={{
            errors: { demo_title: 'Please fill this in.', price: 'This number is too small.' },
            failure: null,
            refusals: 0,
          }}
        />
      </Section>
    </>
  )
}

const pages = {
  hasMore: true,
  isLoadingMore: false,
  loadMore: () => toast('More'),
  download: () => Promise.resolve({ file_name: 'students.csv', blob: new Blob(['"Name"']) }),
}

function Table() {
  const [selected, setSelected] = useState<string[]>(['1'])
  const columns = [
    { key: 'name', title: 'Name', sortable: true },
    { key: 'email', title: 'E-mail', wide: true },
    {
      key: 'progress',
      title: 'Progress',
      width: 180,
      render: (person: Person) => (
        <ProgressBar share={person.progress} label={`Progress of ${person.name}`} />
      ),
    },
  ]
  return (
    <Section title="Table">
      <DataTable
        label="Students"
        columns={columns}
        rows={people}
        rowKey="id"
        pages={pages}
        selection={{ selected, onChange: setSelected, labelOf: (person) => person.name }}
        sort={{ value: { key: 'name', direction: 'asc' }, onChange: () => {} }}
      />
      <DataTable
        label="No students"
        columns={columns}
        rows={[]}
        rowKey="id"
        empty={<EmptyState title="No students yet" order={3} />}
      />
      <ListFooter pages={pages} />
    </Section>
  )
}

function Order() {
  const [lessons, setLessons] = useState([
    { id: 'a', title: 'What the web is made of' },
    { id: 'b', title: 'A page with a picture' },
    { id: 'c', title: 'Links and addresses' },
  ])
  return (
    <Section title="Order by drag, by keyboard and by buttons">
      <SortableList
        items={lessons}
        itemKey="id"
        label={(lesson) => lesson.title}
        onReorder={setLessons}
        renderItem={(lesson, index) => <Text>{`${index + 1}. ${lesson.title}`}</Text>}
      />
    </Section>
  )
}

function Overlays() {
  const [opened, setOpened] = useState(false)
  const confirm = useConfirm()
  const remove = async () => {
    const sure = await confirm({
      title: 'Remove 12 students?',
      text: 'They lose access at once.',
      confirmLabel: 'Remove them',
      danger: true,
    })
    toast(sure ? 'Removed' : 'Nothing was removed', sure ? 'success' : 'info')
  }
  return (
    <Section title="Dialogs and messages">
      <Group>
        <Button variant="default" onClick={() => setOpened(true)}>
          Open a dialog
        </Button>
        <Button variant="default" onClick={() => void remove()}>
          Ask first
        </Button>
        <Button
          variant="default"
          onClick={() => toastUndo('Lesson removed', { undo: () => toast('It is back') })}
        >
          Remove, with undo
        </Button>
        <Button variant="default" onClick={() => toast('This could not be saved.', 'error')}>
          An error
        </Button>
      </Group>
      <Modal opened={opened} onClose={() => setOpened(false)} title="A dialog">
        <TextField label="Title" value="" onChange={() => {}} data-autofocus />
      </Modal>
    </Section>
  )
}

/** Simulates an upload, to show progress and cancel. */
const pretend: UploadFile = (file, { signal, onProgress, onChecking }) =>
  new Promise((resolve, reject) => {
    let sent = 0
    const timer = setInterval(() => {
      sent = Math.min(file.size, sent + file.size / 12)
      onProgress(sent)
      if (sent < file.size) return
      clearInterval(timer)
      onChecking?.()
      resolve({ upload_id: 'demo', url: URL.createObjectURL(file), content_type: file.type, size: file.size })
    }, 250)
    signal.addEventListener('abort', () => {
      clearInterval(timer)
      reject(new DOMException('cancelled', 'AbortError'))
    })
  })

function Uploads() {
  const [image, setImage] = useState<StoredImage | null>(null)
  return (
    <Section title="Files">
      <ImageField
        label="Picture of the course"
        hint="At least 1200 × 675."
        value={image}
        onChange={setImage}
        send={pretend}
      />
      <FileUpload
        label="Film"
        send={pretend}
        accept="video/*"
        maxBytes={2_000_000_000}
        onDone={() => toast('Sent')}
        error="Please choose a film."
      />
      <UploadProgress
        sending={{
          name: 'first-page.mp4',
          sent: 61_000_000,
          total: 184_000_000,
          speed: 2_400_000,
          checking: false,
        }}
        onCancel={() => {}}
      />
    </Section>
  )
}

const days = Array.from({ length: 30 }, (_, index) => ({
  key: String(index),
  label: `Day ${index + 1}`,
  value: (index * 7) % 23,
}))

function Charts() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      <BarChart title="Lessons completed" summary="310 in 30 days" bars={days} from="Day 1" until="Day 30" />
      <BarChart
        title="New students"
        summary="None in 30 days"
        bars={days.map((day) => ({ ...day, value: 0 }))}
        from="Day 1"
        until="Day 30"
      />
    </SimpleGrid>
  )
}

function Editor() {
  const [html, setHtml] = useState('<p>Write here.</p>')
  return (
    <RichTextField
      label="Text of the lesson"
      hint="Headings, lists, links and code."
      value={html}
      onChange={setHtml}
    />
  )
}
