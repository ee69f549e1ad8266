import type { RouterContextProvider } from 'react-router'
import RegisterScreen, {
  handle as register,
  loadRegistration,
  type RegistrationSettings,
} from '#accounts/screens/registration/register.tsx'
import { apiOf, pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { getSchoolDetailsById } from '#schools/contract.ts'

export const handle = register

interface LoaderArgs {
  context: Readonly<RouterContextProvider>
  request: Request
}

/** Loads the registration settings of the school; null at the root host, where owners register. */
export async function loader({ context, request }: LoaderArgs): Promise<RegistrationSettings | null> {
  const { host } = context.get(pageRequestContext).frame
  if (host.kind === 'root') return null
  const api = apiOf(context)
  const [school, registration] = await Promise.all([
    api(getSchoolDetailsById, { id: host.school.school_id }),
    loadRegistration(api, new URL(request.url).searchParams),
  ])
  return {
    allow_student_registration: school.allow_student_registration,
    allow_teacher_registration: school.allow_teacher_registration,
    allow_magic_link_registration: school.allow_magic_link_registration,
    questions: school.registration_fields,
    ...registration,
  }
}

/** Registration, with the settings of the school. */
export default function Register({ loaderData }: { loaderData: RegistrationSettings | null }) {
  return <RegisterScreen settings={loaderData} />
}
