import { Button, TextInput } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useRef, useState, type FormEvent } from 'react'
import { Email } from '#contract/values.ts'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { useKeptText } from '#web/api/kept/use-kept-text.ts'
import { m } from '#words/messages.js'
import c from './family.module.css'
import { useInvite } from './queries.ts'

/** Asks somebody to link, by their e-mail address. */
export function InviteForm() {
  const { text: email, change: setEmail } = useKeptText('family invitation')
  const [wrong, setWrong] = useState<(() => string) | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const invite = useInvite()

  const refuse = (why: () => string) => {
    setWrong(() => why)
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = Email.safeParse(email)
    if (!typed.success) return refuse(email.trim() === '' ? m.field_required : m.field_email)
    invite.mutate(typed.data, {
      onSuccess: () => {
        showToast({ message: m.family_invited({ email: typed.data }) })
        setEmail('')
        setWrong(null)
      },
      onError: (error) =>
        refuse(() =>
          error instanceof ApiProblem && error.code === 'invalid_input' ? m.field_email() : problemText(error),
        ),
    })
  }
  return (
    <form noValidate onSubmit={submit} className={c.invite} aria-label={m.family_invite_title()}>
      <TextInput
        ref={field}
        type="email"
        label={m.family_invite_email()}
        description={m.family_invite_explained()}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="email"
        maxLength={254}
        value={email}
        error={wrong?.()}
        onChange={({ currentTarget }) => {
          setEmail(currentTarget.value)
          setWrong(null)
        }}
      />
      <Button
        type="submit"
        size="md"
        loading={invite.isPending}
        leftSection={<IconMailForward size={18} stroke={1.7} />}
        className={c.inviteButton ?? ''}
      >
        {m.family_invite_button()}
      </Button>
    </form>
  )
}
