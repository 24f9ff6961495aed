import { PasskeyRegistration } from '@latchkey/widgets'

export default function Page() {
  return <PasskeyRegistration />
}
