import { Stack } from '@mantine/core'
import { useState } from 'react'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { newPartId } from '../blank-questions.ts'
import { FigureBoard } from '../figure/figure-board.tsx'
import { newFigure, type FigureKind, type ImageShape } from '../figure/figures.ts'
import { ImageFields } from '../figure/image-fields.tsx'
import { maxRegions, regionsOf, saveRegions, type Region } from '../figure/regions.ts'
import { ShareFields } from '../figure/share-fields.tsx'
import { AddButton } from '../parts/add-button.tsx'
import { RemoveButton } from '../parts/remove-button.tsx'
import { ScoringField } from '../parts/scoring-field.tsx'
import { bodyField, type TypeFieldsProps } from '../question-draft.ts'
import classes from '../question-editor.module.css'

type Props = TypeFieldsProps<'hotspot'>
const modes = ['regions', 'points'] as const
const kinds = ['rectangle', 'circle', 'polygon'] as const

export function HotspotFields(props: Props) {
  const { body, answers, editing } = props
  const { t } = useTranslation('question-editor')
  const [kind, setKind] = useState<FigureKind>('rectangle')
  const { path, regions, change, add, selected, setSelected } = useRegions(props)
  const nameOf = (at: number) => t(`figure.${body.mode === 'points' ? 'area' : 'region'}`, { number: at + 1 })
  const isFull = regions.length >= maxRegions[body.mode]
  return (
    <Stack gap="lg">
      <ImageFields body={body} editing={editing} />
      <ModeFields {...props} regions={regions} kind={kind} onKind={setKind} />
      <FigureBoard
        src={editing.images.urlOf(body.image_id)}
        alt={body.image_alt}
        items={regions.map(({ shape, ...region }, at) => ({
          ...region,
          figure: shape,
          name: region.name || nameOf(at),
        }))}
        selected={selected}
        onSelect={setSelected}
        onMove={(id, figure) => change(id, { shape: figure as ImageShape })}
        onDraw={isFull ? null : (figure) => add(figure as ImageShape)}
        kind={kind}
      />
      {editing.errors[path] && <p className={classes.error}>{editing.errors[path]}</p>}
      {regions.map((region, at) => (
        <RegionBox
          key={region.id}
          {...props}
          region={region}
          at={at}
          name={nameOf(at)}
          onSelect={() => setSelected(region.id)}
          onChange={(part) => change(region.id, part)}
          onRemove={() => saveRegions(props, regions.toSpliced(at, 1))}
        />
      ))}
      <AddButton disabled={isFull} onClick={() => add(newFigure(kind, { x: 0.5, y: 0.5 }) as ImageShape)}>
        {t(body.mode === 'points' ? 'figure.addArea' : 'figure.addRegion')}
      </AddButton>
      <NumberField
        {...bodyField<number | null>(editing, 'max_choices', body.max_choices)}
        label={t(`figure.maxChoices_${body.mode}`)}
        min={1}
        max={20}
        maw={320}
      />
      <ScoringField editing={editing} scoring={answers.scoring} />
    </Stack>
  )
}

interface ModeProps extends Props {
  regions: readonly Region[]
  kind: FigureKind
  onKind: (kind: FigureKind) => void
}

/** How students answer, and what the pointer draws. */
function ModeFields({ regions, kind, onKind, ...props }: ModeProps) {
  const { body, editing } = props
  const { t } = useTranslation('question-editor')
  return (
    <>
      <NativeSelectField
        name={`${editing.bodyPath}.mode`}
        label={t('figure.mode')}
        value={body.mode}
        onChange={(mode) => saveRegions(props, regions, mode as (typeof modes)[number])}
        choices={modes.map((value) => ({ value, label: t(`figure.mode_${value}`) }))}
      />
      <NativeSelectField
        label={t('figure.kind')}
        value={kind}
        onChange={(value) => onKind(value as FigureKind)}
        choices={kinds.map((value) => ({ value, label: t(`figure.${value}`) }))}
      />
    </>
  )
}

/** The regions as the form stores them, and the one that is selected on the image. */
function useRegions(props: Props) {
  const { body, editing } = props
  const [selected, setSelected] = useState<string | null>(null)
  const regions = regionsOf(props)
  const isFree = body.mode === 'points'
  return {
    path: isFree ? `${editing.keyPath}.areas` : `${editing.keyPath}.correct`,
    regions,
    selected,
    setSelected,
    change: (id: string, part: Partial<Region>) =>
      saveRegions(
        props,
        regions.map((region) => (region.id === id ? { ...region, ...part } : region)),
      ),
    add(shape: ImageShape) {
      const id = isFree ? String(regions.length) : newPartId()
      saveRegions(props, [...regions, { id, name: '', shape, isRight: isFree || regions.length === 0 }])
      setSelected(id)
    },
  }
}

interface RegionProps extends Props {
  region: Region
  at: number
  name: string
  onSelect: () => void
  onChange: (part: Partial<Region>) => void
  onRemove: () => void
}

/** Name, place and size of a region. Focus selects it on the image. */
function RegionBox({ body, editing, region, at, name, onSelect, onChange, onRemove }: RegionProps) {
  const { t } = useTranslation('question-editor')
  const isNamed = body.mode === 'regions'
  const path = isNamed ? `${editing.bodyPath}.regions.${at}` : `${editing.keyPath}.areas.${at}`
  return (
    // Only follows the focus of the fields inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset className={classes.box} onFocus={onSelect}>
      <legend>{name}</legend>
      <Stack gap="sm">
        {isNamed && (
          <>
            <TextField
              name={`${path}.name`}
              label={t('figure.name')}
              value={region.name}
              error={editing.errors[`${path}.name`]}
              onChange={(next) => editing.set(`${path}.name`, next)}
              maxLength={200}
              dir="auto"
            />
            <CheckboxField
              name={`${editing.keyPath}.correct`}
              data-group={t('right')}
              label={t('right')}
              aria-label={t('rightOf', { name })}
              value={region.isRight}
              onChange={(isRight) => onChange({ isRight })}
            />
          </>
        )}
        <ShareFields
          path={isNamed ? `${path}.shape` : path}
          figure={region.shape}
          onChange={(shape) => onChange({ shape })}
        />
        <div>
          <RemoveButton name={name} size="xl" onClick={onRemove} />
        </div>
      </Stack>
    </fieldset>
  )
}
