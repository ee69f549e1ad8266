import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import type { ApiReply, ApiInput } from '#platform/client/api/client.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import * as contract from '../../contract.ts'
import type { EditedCourse } from '../course-frame/course-frame.tsx'
import {
  changedFields,
  valuesToInput,
  courseToValues,
  withoutFields,
  type SettingsInput,
  type SettingsValues,
} from './settings-values.ts'
import type { Conflict } from '../builder/content-editor/use-content-saving.ts'

type Name = keyof SettingsValues
type Saved = ApiReply<typeof contract.updateCourse>
type AdsVideo = Pick<ApiInput<typeof contract.updateCourseAdsVideo>, 'course_ads_video' | 'upload_id'>

/** A course's settings, saved while typing: only changed fields, and invalid ones do not block others. */
export function useCourseSettings(course: EditedCourse) {
  const [values, setValues] = useState(() => courseToValues(course))
  const { save, errors, conflict, keepMine, saveAdsVideo } = useSaving(course)
  const auto = useAutosave(values, save, { delay: 900, enabled: !conflict })
  return {
    values,
    auto,
    conflict,
    keepMine,
    saveAdsVideo,
    /** Properties of a form field. */
    field: <K extends Name>(name: K) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value: SettingsValues[K]) => setValues((current) => ({ ...current, [name]: value })),
    }),
  }
}

/** Saves changed fields, and stores what the server refused: field errors, and a conflict. */
function useSaving(course: EditedCourse) {
  const { fieldErrorText } = useErrorText()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const send = useSending(course)

  const save = async (next: SettingsValues) => {
    const input = changedFields(send.saved(), valuesToInput(next))
    setErrors({})
    try {
      await send.changes(input)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      noteConflict(error)
      const fields = error.errors.map(
        ({ path, code, message }) => [path.split('.')[0]!, fieldErrorText(code, message)] as const,
      )
      const errorsByField = Object.fromEntries(fields)
      setErrors(errorsByField)
      if (fields.length > 0) await send.changes(withoutFields(input, Object.keys(errorsByField)))
      throw error
    }
  }
  const noteConflict = (error: ApiError) => {
    if (error.code === 'edit_conflict') setConflict(error.problem as unknown as Conflict)
  }
  return {
    save,
    errors,
    conflict,
    keepMine() {
      if (conflict) send.knows(conflict.changed_at)
      setConflict(null)
    },
    /** Uses its own route, which counts as a save of this course. */
    saveAdsVideo: (given: AdsVideo) =>
      send.adsVideo(given).catch((error: unknown) => {
        if (error instanceof ApiError) noteConflict(error)
        throw error
      }),
  }
}

/** Sends changes one after the other, each based on the last result. */
function useSending(course: EditedCourse) {
  const client = useQueryClient()
  const saved = useRef<SettingsInput>(valuesToInput(courseToValues(course)))
  const lastUpdatedAt = useRef(course.updated_at)
  const sending = useRef<Promise<unknown>>(Promise.resolve())
  const { id } = course
  const call = (make: (at: { id: string; updated_at: string }) => Promise<Saved>) => {
    const answer = sending.current.then(() => make({ id, updated_at: lastUpdatedAt.current }))
    sending.current = answer.catch(() => undefined)
    return answer.then((fresh) => {
      lastUpdatedAt.current = fresh.updated_at
      const key = queryKey(contract.getCourseDetails, { id })
      client.setQueryData<EditedCourse>(key, (old) => old && { ...old, ...fresh })
      void client.invalidateQueries({ queryKey: queryKey(contract.listCourses) })
    })
  }
  return {
    saved: () => saved.current,
    knows(updated_at: string) {
      lastUpdatedAt.current = updated_at
    },
    adsVideo: (given: AdsVideo) => call((at) => api(contract.updateCourseAdsVideo, { ...given, ...at })),
    async changes(input: SettingsInput) {
      if (Object.keys(input).length === 0) return
      await call((at) => api(contract.updateCourse, { ...input, ...at }))
      saved.current = { ...saved.current, ...input }
      if ('mirror_course_id' in input)
        void client.invalidateQueries({ queryKey: queryKey(contract.getCourseContents) })
    },
  }
}

export type CourseSettings = ReturnType<typeof useCourseSettings>
export type Field = CourseSettings['field']
