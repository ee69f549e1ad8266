import { Menu } from '@mantine/core'
import { IconFiles, IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { acceptedMediaTypes } from './media-rules.ts'
import type { Content, Lesson } from './outline-model.ts'
import { contentTypes, TypeIcon } from './type-icon.tsx'
import type { AddFiles } from './use-upload-files.ts'
import type { OutlineEditing } from './use-outline.ts'

interface Props {
  lesson: Lesson
  editing: OutlineEditing
  onOpen: (content_id: string) => void
  onFiles: AddFiles
}

/** Adds a content at the end of a lesson and opens it. */
export function AddContent({ lesson, editing, onOpen, onFiles }: Props) {
  const { t } = useTranslation('courses')
  const add = async (type: Content['type']) => {
    const content = await editing.addContent(lesson.id, type, t(`newTitles.${type}`))
    if (content) onOpen(content.id)
  }
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Menu position="bottom-start" shadow="md" width={230}>
        <Menu.Target>
          <Button
            variant="subtle"
            size="compact-md"
            ms="xs"
            mb="xs"

            leftSection={<IconPlus size={18} aria-hidden />}
            aria-label={t('outline.addContentTo', { name: lesson.title })}
          >
            {t('outline.addContent')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {contentTypes.map((type) => (
            <Menu.Item
              key={type}
              leftSection={<TypeIcon type={type} silent />}
              onClick={() => void add(type)}
            >
              {t(`types.${type}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconFiles size={18} aria-hidden />} onClick={() => input.current?.click()}>
            {t('outline.severalFiles')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedMediaTypes}
        aria-label={t('outline.severalFilesFor', { name: lesson.title })}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          onFiles(files, lesson.id)
        }}
      />
    </>
  )
}
