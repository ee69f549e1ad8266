import { api } from '#tenancy/client/browser.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../../contract.ts'
import { updateContent, moveContent, type Content, type Lesson } from './outline-model.ts'
import type { OutlineEditing } from './use-outline.ts'

const idsOf = (contents: Content[]) => contents.map((content) => content.id)

/** Bulk actions on contents, and copying. */
export function useBulkActions(editing: OutlineEditing) {
  const { t } = useTranslation('import-export')
  const { course_id, attempt } = editing
  return {
    ...useCopyActions(editing),
    /** One after the other, because each is published with its own draft. */
    async setPublished(contents: Content[], is_published: boolean) {
      for (const content of contents)
        if (content.is_published !== is_published) await editing.setPublished(content, is_published)
    },
    async setLocked(contents: Content[], is_locked: boolean) {
      const route = is_locked ? contract.lockContents : contract.unlockContents
      for (const [lesson_id, some] of Map.groupBy(contents, (content) => content.lesson_id)) {
        const content_ids = idsOf(some)
        await attempt(
          (lessons) =>
            content_ids.reduce((changed, id) => updateContent(changed, id, { is_locked }), lessons),
          () => api(route, { course_id, lesson_id, content_ids }),
        )
      }
    },
    move: (contents: Content[], { id: lesson_id }: Lesson) =>
      attempt(
        (lessons) =>
          idsOf(contents).reduce(
            (changed, id) => moveContent(changed, id, { lesson_id, at: Number.MAX_SAFE_INTEGER }),
            lessons,
          ),
        () => api(contract.moveContents, { content_ids: idsOf(contents), lesson_id }),
      ),
    remove: (contents: Content[]) =>
      editing.remove(idsOf(contents), t('select.deleted', { count: contents.length }), () =>
        api(contract.deleteContents, { course_id, content_ids: idsOf(contents) }),
      ),
  }
}

/** Copies contents and lessons. The server places them, so the outline is reloaded. */
function useCopyActions({ course_id, attempt, refresh }: OutlineEditing) {
  const { t } = useTranslation('import-export')
  const copyTitle = (name: string) => t('duplicate.copyOf', { name }).slice(0, 200)
  const copy = (send: () => Promise<unknown>) =>
    attempt(
      (lessons) => lessons,
      async () => {
        const answer = await send()
        await refresh()
        return answer
      },
    )
  return {
    duplicate: (contents: Content[]) =>
      copy(() => api(contract.duplicateContents, { course_id, content_ids: idsOf(contents) })),
    duplicateOne: ({ id, title }: Content) =>
      copy(() => api(contract.duplicateContent, { id, title: copyTitle(title) })),
    duplicateLesson: ({ id, title }: Lesson) =>
      copy(() => api(contract.duplicateLesson, { id, title: copyTitle(title) })),
  }
}
