import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { api } from '#tenancy/client/browser.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { RichTextField } from '#ui/form/rich-text/rich-text-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { RichText } from '#ui/components/rich-text.tsx'
import { SaveState } from '#ui/form/save-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { PublishDialog } from './publish-dialog.tsx'

export type LegalDraft = ApiReply<typeof contract.listLegalDrafts>['data'][number]
type Saved = Pick<ApiReply<typeof contract.saveLegalDraft>, 'body' | 'url' | 'updated_at'>

const webAddress = /^https:\/\/[^\s/?#]+(?:[/?#]\S*)?$/

/** Editor of one legal text, with preview and publishing. Saves automatically. */
export function DraftEditor({ draft }: { draft: LegalDraft }) {
  const { t } = useTranslation('consent')
  const { kind } = draft
  const [values, setValues] = useState({
    form: draft.url === null ? 'text' : 'link',
    body: draft.body,
    url: draft.url ?? '',
  })
  const saved = useRef<Saved | null>(
    draft.updated_at === null ? null : { ...draft, updated_at: draft.updated_at },
  )
  const [open, setOpen] = useState<{ dialog: 'preview' | 'publish'; text: Saved } | null>(null)
  const isLink = values.form === 'link'
  const fits = !isLink || webAddress.test(values.url)
  const { state, flush } = useAutosave(
    values,
    async ({ body, url }) => {
      saved.current = await api(contract.saveLegalDraft, { kind, body, url: isLink ? url : null })
    },
    { enabled: fits },
  )
  const show = (dialog: 'preview' | 'publish') =>
    void flush().then((isSaved) => isSaved && saved.current && setOpen({ dialog, text: saved.current }))
  const set = (field: keyof typeof values) => (value: string) =>
    setValues((current) => ({ ...current, [field]: value }))
  return (
    <Stack gap="lg" maw={760}>
      <Group justify="space-between">
        <InForce draft={draft} />
        <SaveState state={state} onRetry={() => void flush()} />
      </Group>
      <Paper withBorder radius="lg" p="lg">
        <Stack gap="lg">
          <RadioField
            name={`form-${kind}`}
            label={t('manage.form')}
            value={values.form}
            onChange={set('form')}
            choices={[
              { value: 'text', label: t('manage.form_text') },
              { value: 'link', label: t('manage.form_link') },
            ]}
          />
          {isLink ? (
            <TextField
              name="url"
              label={t('manage.url')}
              hint={t('manage.urlHint')}
              type="url"
              value={values.url}
              onChange={set('url')}
              error={values.url !== '' && !fits ? t('manage.badUrl') : undefined}
              maxLength={500}
            />
          ) : (
            <RichTextField
              label={t('manage.body')}
              value={values.body}
              onChange={set('body')}
              minHeight={320}
            />
          )}
        </Stack>
      </Paper>
      <Group gap="sm">
        <Button variant="default" disabled={!fits} onClick={() => show('preview')}>
          {t('manage.preview')}
        </Button>
        <Button disabled={!fits} onClick={() => show('publish')}>
          {t('manage.publish')}
        </Button>
      </Group>
      {open?.dialog === 'preview' && <Preview kind={kind} text={open.text} onClose={() => setOpen(null)} />}
      {open?.dialog === 'publish' && (
        <PublishDialog
          kind={kind}
          isFirst={draft.published === null}
          updated_at={open.text.updated_at}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  )
}

/** The text as sanitised by the server. */
function Preview({
  kind,
  text: { body, url },
  onClose,
}: {
  kind: LegalDraft['kind']
  text: Saved
  onClose: () => void
}) {
  const { t } = useTranslation('consent')
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('manage.previewOf', { text: t(`manage.kind_${kind}`) })}
    >
      {url === null ? (
        <RichText html={body} />
      ) : (
        <Anchor underline="always" href={url} target="_blank" rel="noopener noreferrer">
          {url}
        </Anchor>
      )}
    </Modal>
  )
}

function InForce({ draft: { kind, published, fallback_url } }: { draft: LegalDraft }) {
  const { t } = useTranslation('consent')
  if (published)
    return (
      <Text>
        {t('manage.inForce', { version: published.version })}{' '}
        <Time at={published.published_at} style="date" />.{' '}
        <Anchor underline="always" href={`/${kind}`}>
          {t('manage.see')}
        </Anchor>
      </Text>
    )
  return (
    <Text>
      {t('manage.none')}{' '}
      {fallback_url ? (
        <>
          {t('manage.otherwise')}{' '}
          <Anchor underline="always" href={fallback_url} target="_blank" rel="noopener noreferrer">
            {fallback_url}
          </Anchor>
        </>
      ) : (
        t('manage.nothing')
      )}
    </Text>
  )
}
