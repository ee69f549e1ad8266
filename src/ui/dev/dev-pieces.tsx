import { Alert, Badge, Group, Stack } from '@mantine/core'
import { IconBook2, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError, connectionLostError } from '#platform/client/api/api-error.ts'
import { Avatar } from '#ui/components/avatar.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { formatBytes, formatMoney, formatNumber } from '#ui/components/formatting/format-number.ts'
import { SalePrice } from '#ui/components/formatting/sale-price.tsx'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { RichText } from '#ui/components/rich-text.tsx'
import { SaveState } from '#ui/form/save-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { CardSkeleton, FormSkeleton, ListSkeleton, TextSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { SubNav } from '#ui/components/layout/sub-nav.tsx'
import { Tabs } from '#ui/components/layout/tabs.tsx'
import { Time } from '#ui/components/time.tsx'

const failure = new ApiError({
  status: 500,
  code: 'internal_error',
  detail: 'Something went wrong.',
  request_id: '0192f0c4-8a11-7d6c-9a01-5d6fd7d2d9e0',
})
const families = ['primary', 'accent', 'success', 'warning', 'error'] as const

export function DevPieces() {
  return (
    <>
      <Buttons />
      <Section title="Badges, notes and people">
        <Group>
          {families.map((color) => (
            <Badge key={color} color={color}>
              {color}
            </Badge>
          ))}
          {families.map((color) => (
            <Badge key={color} color={color} variant="filled">
              {color}
            </Badge>
          ))}
        </Group>
        {families.map((color) => (
          <Alert key={color} color={color} title={`A note, ${color}`}>
            What happened, and what can be done.
          </Alert>
        ))}
        <Group>
          <Avatar name="Amara Okafor" />
          <Avatar name="Benoît Lefèvre" size={56} />
        </Group>
      </Section>
      <TabsAndFigures />
      <Section title="Nothing yet, failed, saving">
        <EmptyState
          icon={<IconBook2 size={28} />}
          title="No courses yet"
          text="Courses that you make stand here, ready to be filled with lessons."
          action={<Button>Make a course</Button>}
          order={3}
        />
        <ErrorState error={failure} onRetry={() => {}} />
        <ErrorState error={connectionLostError()} onRetry={() => {}} />
        <SaveState state={{ status: 'saved', at: null }} />
        <SaveState state={{ status: 'saving' }} />
        <SaveState state={{ status: 'offline' }} />
        <SaveState state={{ status: 'failed', error: failure }} onRetry={() => {}} />
      </Section>
      <Section title="On its way">
        <ListSkeleton rows={2} />
        <CardSkeleton />
        <TextSkeleton lines={3} />
        <FormSkeleton fields={2} />
      </Section>
      <Section title="Rich text">
        <RichText html={richText} />
      </Section>
    </>
  )
}

function Buttons() {
  return (
    <Section title="Buttons">
      {(['filled', 'default', 'light', 'outline', 'subtle'] as const).map((variant) => (
        <Group key={variant}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} color="error">
            remove
          </Button>
          <Button variant={variant} loading>
            loading
          </Button>
          <Button variant={variant} disabled>
            disabled
          </Button>
        </Group>
      ))}
      <Group>
        <LinkButton to="?">A link</LinkButton>
        <IconButton label="Edit">
          <IconPencil size={20} aria-hidden />
        </IconButton>
        <IconButton label="Remove" color="error">
          <IconTrash size={20} aria-hidden />
        </IconButton>
      </Group>
    </Section>
  )
}

function TabsAndFigures() {
  const [tab, setTab] = useState('outline')
  const tabs = ['outline', 'settings', 'students'].map((value) => ({
    value,
    label: value,
    content: `The ${value}.`,
  }))
  return (
    <Section title="Tabs, figures and times">
      <Tabs label="Course" tabs={tabs} value={tab} onChange={setTab} />
      <SubNav
        label="Students"
        links={[
          { to: '/dev/ui', label: 'All students' },
          { to: '/dev/ui/shell', label: 'Progress by lesson' },
        ]}
      />
      <Stack gap="xs">
        <span>{`${formatNumber(1_234_567)} · ${formatMoney(2_500_000, 'NGN')} · ${formatMoney(1999, 'EUR')} · ${formatBytes(5_242_880)}`}</span>
        <span>
          <SalePrice
            price={2_500_000}
            currency="NGN"
            current_sale={{ price: 1_900_000, ends_on: '2026-11-30' }}
          />
        </span>
        <Time at="2026-11-21T09:30:00Z" zone="Africa/Lagos" />
        <Time at="2026-03-29T00:59:59Z" style="date" />
        <ProgressBar share={0} label="Not begun" />
        <ProgressBar share={0.42} label="The web from its first page" />
        <ProgressBar share={1} label="Finished course" />
      </Stack>
    </Section>
  )
}

const richText = `<h2>What a server is</h2><p>A program that <strong>waits</strong> for questions and answers them. Read <a href="#main">more</a>.</p>
<ul><li>It listens on a port.</li><li>It speaks a protocol.</li></ul><blockquote>Be strict in what you send.</blockquote>
<pre><code>const server = http.createServer(answer)</code></pre><p>Inline <code>code</code> stands in the line.</p>`
