import { Anchor, Box, Group, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

export type Category = ApiReply<typeof contract.listCategories>['data'][number]

interface Props {
  category: Category
  onRemove: () => void
}

export function CategoryRow({ category, onRemove }: Props) {
  const { t } = useTranslation('categories')
  const [renaming, setRenaming] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const close = () => {
    setRenaming(false)
    // The edit button exists again after the next render and then gets the focus.
    requestAnimationFrame(() => row.current?.querySelector('button')?.focus())
  }
  const { id, name, slug, course_count } = category
  if (renaming) return <Rename category={category} onDone={close} />
  return (
    <Group justify="space-between" gap={4} ref={row}>
      <Box miw={0} flex="1 1 9rem">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Group gap="sm">
          <Anchor
            size="sm"
            renderRoot={(props: object) => <Link to={`/manage/courses?category_id=${id}`} {...props} />}
          >
            {t('courses', { count: course_count })}
          </Anchor>
          <Anchor size="sm" c="dimmed" href={`/#${encodeURIComponent(slug)}`} dir="ltr">
            #{slug}
          </Anchor>
        </Group>
      </Box>
      <Group gap={2} wrap="nowrap">
        <IconButton label={t('rename', { name })} color="gray" onClick={() => setRenaming(true)}>
          <IconPencil size={18} aria-hidden />
        </IconButton>
        <IconButton label={t('remove', { name })} color="error" onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </IconButton>
      </Group>
    </Group>
  )
}

function Rename({ category, onDone }: { category: Category; onDone: () => void }) {
  const { t } = useTranslation('categories')
  const { t: tu } = useTranslation('ui')
  const { errorText } = useErrorText()
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.updateCategory,
    initialValues: { name: category.name },
    rules: { name: required() },
    input: ({ name }) => ({ id: category.id, name }),
    async onDone() {
      await client.invalidateQueries({ queryKey: queryKey(contract.listCategories) })
      onDone()
    },
  })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.select(), [])
  const refusal = form.failure && Object.keys(form.errors).length === 0 ? errorText(form.failure) : undefined
  const field = form.field('name')
  return (
    <Form form={form} label={t('rename', { name: category.name })} gap="sm">
      <div ref={box}>
        <TextField {...field} error={field.error ?? refusal} label={t('name')} required maxLength={80} />
      </div>
      <Group gap="sm">
        <SubmitButton form={form} size="sm">
          {tu('actions.save')}
        </SubmitButton>
        <Button size="sm" variant="default" onClick={onDone}>
          {tu('actions.cancel')}
        </Button>
      </Group>
    </Form>
  )
}
