import { Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { m } from '#words/messages.js'
import type { ProfileValues } from './profile-values.ts'
import { fieldName } from './profile-words.ts'

/** A club's notes on a member. */
export const CommentsField = ({ form }: { form: UseFormReturnType<ProfileValues> }) => (
  <Textarea
    label={fieldName('comments')}
    description={m.profile_comments_explained()}
    rows={4}
    key={form.key('comments')}
    {...form.getInputProps('comments')}
  />
)
