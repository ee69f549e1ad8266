import { Group } from '@mantine/core'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Button } from './button.tsx'
import type { ListPages } from './data-table.tsx'
import { DownloadListButton } from './download-list-button.tsx'

interface Props {
  /** From `useApiPages`. */
  pages: ListPages
  /** Label of the button that loads more; default: as below a table. */
  more?: string
}

/** Below a list that is not a table: loads more, and saves the whole list as CSV. */
export function ListFooter({ pages, more }: Props) {
  const { t } = useTranslation('ui')
  return (
    <Group justify="space-between" gap="sm">
      <div>
        {pages.hasMore && (
          <Button variant="default" loading={pages.isLoadingMore} onClick={pages.loadMore}>
            {more ?? t('table.more')}
          </Button>
        )}
      </div>
      <DownloadListButton download={pages.download} />
    </Group>
  )
}
