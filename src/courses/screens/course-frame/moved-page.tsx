import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { movedTo } from './moved-pages.ts'

/** The earlier address of a page of a course: opens the new one instead of it, so that Back does not return here. */
export default function MovedPage() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    void navigate(`${movedTo(pathname)}${search}${hash}`, { replace: true })
  }, [navigate, pathname, search, hash])
  return <ListSkeleton />
}
