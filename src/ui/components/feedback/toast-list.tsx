import { Notifications } from '@mantine/notifications'

export const ToastList = () => <Notifications position="bottom-center" limit={3} />
