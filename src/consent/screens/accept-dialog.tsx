import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { logOut } from '#tenancy/client/session/log-in.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

type ToAccept = ApiReply<typeof contract.getMyConsent>['pending_documents'][number]

interface Props {
  /** Absent if the dialog cannot be closed without an answer. */
  onClose?: () => void
}

/** Shows the changes with three choices: accept, download one's data, or log out. */
export function AcceptDialog({ onClose }: Props) {
  const { t } = useTranslation('legal')
  const { name: school } = useSchool()
  const own = useApiQuery(contract.getMyConsent, {}, { staleTime: 0 })
  // Data cached before the new version contains no pending texts.
  const texts = own.data?.pending_documents.length ? own.data.pending_documents : null
  const isFirst = texts?.every(({ accepted_version }) => accepted_version === 0) ?? true
  return (
    <Modal
      opened
      onClose={onClose ?? (() => {})}
      title={t('notice.title')}
      size="lg"
      withCloseButton={onClose !== undefined}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={onClose !== undefined}
    >
      <Stack gap="lg">
        <Text>{t(isFirst ? 'notice.firstText' : 'notice.text', { school })}</Text>
        {own.error && <ErrorState error={own.error} onRetry={own.refetch} />}
        {!texts && !own.error && <FormSkeleton fields={2} />}
        {texts?.map((text) => (
          <NewText key={text.kind} text={text} />
        ))}
        {texts && <Accept texts={texts} />}
        <Text size="sm" c="dimmed">
          {t('notice.later')}
        </Text>
        <Group gap="sm">
          <LinkButton to="/profile/data-privacy" variant="default">
            {t('notice.myData')}
          </LinkButton>
          <Button variant="default" onClick={() => void logOut()}>
            {t('notice.logOut')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function NewText({ text: { kind, version, url, changes } }: { text: ToAccept }) {
  const { t } = useTranslation('legal')
  return (
    <section aria-labelledby={`new-${kind}`}>
      <Title order={3} size="h4" id={`new-${kind}`}>
        {t(`kinds.${kind}`)}
      </Title>
      {changes && (
        <>
          <Text fw={600} mt="xs">
            {t('notice.changes')}
          </Text>
          <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{changes}</Text>
        </>
      )}
      <Anchor
        underline="always"
        mt="xs"
        display="inline-block"
        renderRoot={(props: object) => (
          // Only texts of the school have a page in the product.
          <Link to={version === 0 && url ? url : `/${kind}`} target="_blank" rel="noopener" {...props} />
        )}
      >
        {t('notice.read', { text: t(`kinds.${kind}`) })}
      </Anchor>
    </section>
  )
}

function Accept({ texts }: { texts: readonly ToAccept[] }) {
  const { t } = useTranslation('legal')
  const { errorText } = useErrorText()
  const accept = useApiMutation(contract.acceptLegalDocuments, {
    invalidates: [contract.getMyConsent],
    onError: (error) => toast(errorText(error), 'error'),
  })
  const accepted_documents = texts.map(({ kind, version }) => ({ kind, version }))
  return (
    <Button loading={accept.isPending} onClick={() => accept.mutate({ accepted_documents })}>
      {t('notice.accept')}
    </Button>
  )
}
