import type { CertificateBlock } from '#lib/certificates/index.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

/** Name of a block: its text, else what it is. */
export function useBlockName() {
  const { t } = useTranslation('manage-certificates')
  return (block: CertificateBlock) => {
    if (block.kind === 'text') return block.text.trim().slice(0, 60) || t('blocks.text')
    if (block.kind === 'image') return block.alt || t(`blocks.${block.source}`)
    return t(`blocks.${block.kind}`)
  }
}
